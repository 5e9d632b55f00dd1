/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Stands before a rewritten file under test: tile sizes are variables, local
   buffers are poisoned blocks of exactly the size that was asked for, transfers
   are checked and counted. */

#ifndef STV_RUNTIME_H
#define STV_RUNTIME_H

#include <stddef.h>

extern long stv_t[16];
/* The sizes of tiles for a memory behind the nearest one. */
extern long stv_far_t[16];

void *stv_alloc(size_t bytes);
void stv_free(void *pointer);
void *stv_alloc_far(size_t bytes);
void stv_free_far(void *pointer);
void *stv_alloc_remote(size_t bytes);
void stv_free_remote(void *pointer);
void stv_get(void *local, const void *remote, size_t bytes);
void stv_put(void *remote, const void *local, size_t bytes);
void stv_get_far(void *local, const void *remote, size_t bytes);
void stv_put_far(void *remote, const void *local, size_t bytes);
void stv_get_async(void *local, const void *remote, size_t bytes, long tag);
void stv_put_async(void *remote, const void *local, size_t bytes, long tag);
void stv_get_async_far(void *local, const void *remote, size_t bytes, long tag);
void stv_put_async_far(void *remote, const void *local, size_t bytes, long tag);
void stv_wait(long tag);
void stv_fence(long tag);

#define STEVEDORE_T1 stv_t[0]
#define STEVEDORE_T2 stv_t[1]
#define STEVEDORE_T3 stv_t[2]
#define STEVEDORE_T4 stv_t[3]
#define STEVEDORE_T5 stv_t[4]
#define STEVEDORE_T6 stv_t[5]
#define STEVEDORE_T7 stv_t[6]
#define STEVEDORE_T8 stv_t[7]
#define STEVEDORE_T9 stv_t[8]
#define STEVEDORE_T10 stv_t[9]
#define STEVEDORE_T11 stv_t[10]
#define STEVEDORE_T12 stv_t[11]
#define STEVEDORE_T13 stv_t[12]
#define STEVEDORE_T14 stv_t[13]
#define STEVEDORE_T15 stv_t[14]
#define STEVEDORE_T16 stv_t[15]
#define STEVEDORE_L2_T1 stv_far_t[0]
#define STEVEDORE_L2_T2 stv_far_t[1]
#define STEVEDORE_L2_T3 stv_far_t[2]
#define STEVEDORE_L2_T4 stv_far_t[3]
#define STEVEDORE_L2_T5 stv_far_t[4]
#define STEVEDORE_L2_T6 stv_far_t[5]
#define STEVEDORE_L2_T7 stv_far_t[6]
#define STEVEDORE_L2_T8 stv_far_t[7]
#define STEVEDORE_L2_T9 stv_far_t[8]
#define STEVEDORE_L2_T10 stv_far_t[9]
#define STEVEDORE_L2_T11 stv_far_t[10]
#define STEVEDORE_L2_T12 stv_far_t[11]
#define STEVEDORE_L2_T13 stv_far_t[12]
#define STEVEDORE_L2_T14 stv_far_t[13]
#define STEVEDORE_L2_T15 stv_far_t[14]
#define STEVEDORE_L2_T16 stv_far_t[15]

#ifndef STV_DEFAULT_MACROS
#define STEVEDORE_ALLOC(bytes) stv_alloc(bytes)
#define STEVEDORE_FREE(pointer) stv_free(pointer)
#define STEVEDORE_ALLOC_REMOTE(bytes) stv_alloc_remote(bytes)
#define STEVEDORE_FREE_REMOTE(pointer) stv_free_remote(pointer)
#define STEVEDORE_GET(local, remote, bytes) stv_get(local, remote, bytes)
#define STEVEDORE_PUT(remote, local, bytes) stv_put(remote, local, bytes)
#define STEVEDORE_GET_ASYNC(local, remote, bytes, tag)                         \
  stv_get_async(local, remote, bytes, tag)
#define STEVEDORE_PUT_ASYNC(remote, local, bytes, tag)                         \
  stv_put_async(remote, local, bytes, tag)
#define STEVEDORE_L2_ALLOC(bytes) stv_alloc_far(bytes)
#define STEVEDORE_L2_FREE(pointer) stv_free_far(pointer)
#define STEVEDORE_L2_GET(local, remote, bytes) stv_get_far(local, remote, bytes)
#define STEVEDORE_L2_PUT(remote, local, bytes) stv_put_far(remote, local, bytes)
#define STEVEDORE_L2_GET_ASYNC(local, remote, bytes, tag)                      \
  stv_get_async_far(local, remote, bytes, tag)
#define STEVEDORE_L2_PUT_ASYNC(remote, local, bytes, tag)                      \
  stv_put_async_far(remote, local, bytes, tag)
#define STEVEDORE_WAIT(tag) stv_wait(tag)
#define STEVEDORE_FENCE(tag) stv_fence(tag)
#endif

#endif
