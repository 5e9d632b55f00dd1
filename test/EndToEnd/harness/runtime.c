/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* The local memory, the transfer engine and the counters behind runtime.h. */

#include "runtime.h"
#include "driver.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define STV_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STV_ASAN 1
#endif
#endif
#ifdef STV_ASAN
#include <sanitizer/asan_interface.h>
#endif

long stv_t[16], stv_far_t[16];
struct stv_block stv_blocks[STV_MOST_BLOCKS];
int stv_num_blocks;
struct stv_counts stv_counts;
long stv_fail_after = -1;
int stv_guard_remote;
int stv_engine = STV_LATE;
int stv_locals;
int stv_chain;

enum { MOST_BUFFERS = 4096, MOST_PENDING = 1 << 20 };

/* Local buffers in the nearest memory and in the one behind it, and remote
   memory that the program allocates. */
enum kind { NEAR, FAR, REMOTE };
static struct {
  unsigned char *start;
  size_t bytes;
  enum kind kind;
} buffers[MOST_BUFFERS];
static int num_buffers;

/* A fenced transfer ends before those behind it begin. */
struct transfer {
  void *to;
  const void *from;
  size_t bytes;
  long tag;
  int is_fenced;
  int is_done;
};
static struct transfer *pending;
static size_t num_pending;

/* Workers have one engine and one memory. */
static pthread_mutex_t engine = PTHREAD_MUTEX_INITIALIZER;

static void begin(void) { pthread_mutex_lock(&engine); }
static void end(void) { pthread_mutex_unlock(&engine); }

static void fail(const char *what, size_t bytes) {
  fprintf(stderr, "harness: %s (%zu bytes; %s)\n", what, bytes, stv_where);
  abort();
}

void stv_reset(void) {
  memset(&stv_counts, 0, sizeof stv_counts);
  stv_num_blocks = 0;
}

void stv_register(void *start, size_t bytes, size_t element) {
  struct stv_block *block = &stv_blocks[stv_num_blocks++];
  block->start = start;
  block->bytes = bytes;
  block->element = element;
}

static void guard(const struct stv_block *block, int closed) {
#ifdef STV_ASAN
  if (closed)
    __asan_poison_memory_region(block->start, block->bytes);
  else
    __asan_unpoison_memory_region(block->start, block->bytes);
#else
  (void)block;
  (void)closed;
#endif
}

void stv_close_remote(int closed) {
  for (int k = 0; k < stv_num_blocks && stv_guard_remote; k++)
    guard(&stv_blocks[k], closed);
}

static void *allocate(size_t bytes, enum kind kind) {
  static unsigned round;
  if (stv_fail_after >= 0 && stv_fail_after-- == 0) {
    stv_counts.refused++;
    return NULL;
  }
  if (num_buffers == MOST_BUFFERS)
    fail("too many buffers", bytes);
  void *start = malloc(bytes ? bytes : 1);
  memset(start, round++ % 2 ? 0xFF : 0xA5, bytes);
  buffers[num_buffers].start = start;
  buffers[num_buffers].bytes = bytes;
  buffers[num_buffers++].kind = kind;
  stv_counts.allocations++;
  if (kind != NEAR)
    return start;
  stv_counts.local += bytes;
  if (stv_counts.local > stv_counts.peak)
    stv_counts.peak = stv_counts.local;
  return start;
}

static void release(void *pointer, enum kind kind) {
  if (!pointer)
    return;
  for (int k = 0; k < num_buffers; k++)
    if (buffers[k].start == pointer && buffers[k].kind == kind) {
      if (kind == NEAR)
        stv_counts.local -= buffers[k].bytes;
      buffers[k] = buffers[--num_buffers];
      free(pointer);
      return;
    }
  fail("freed what was not allocated, or twice", 0);
}

static void *allocate_alone(size_t bytes, enum kind kind) {
  begin();
  void *result = allocate(bytes, kind);
  end();
  return result;
}

static void release_alone(void *pointer, enum kind kind) {
  begin();
  release(pointer, kind);
  end();
}

void *stv_alloc(size_t bytes) { return allocate_alone(bytes, NEAR); }
void stv_free(void *pointer) { release_alone(pointer, NEAR); }
void *stv_alloc_far(size_t bytes) { return allocate_alone(bytes, FAR); }
void stv_free_far(void *pointer) { release_alone(pointer, FAR); }
void *stv_alloc_remote(size_t bytes) { return allocate_alone(bytes, REMOTE); }
void stv_free_remote(void *pointer) { release_alone(pointer, REMOTE); }

static int is_closed(const void *local, size_t bytes) {
#ifdef STV_ASAN
  return __asan_region_is_poisoned((void *)local, bytes) != NULL;
#else
  (void)local;
  (void)bytes;
  return 0;
#endif
}

/* Buffers whose size is known when compiling are plain arrays, of which the
   harness knows nothing: the address sanitizer looks after them. */
static void check_local(const void *local, size_t bytes, enum kind kind) {
  const unsigned char *from = local;
  for (int k = 0; k < num_buffers; k++) {
    const unsigned char *end = buffers[k].start + buffers[k].bytes;
    int is_in = from >= buffers[k].start && from <= end;
    if (is_in && (buffers[k].kind != kind || from + bytes > end))
      fail("a transfer leaves its local buffer", bytes);
  }
  if (!local || is_closed(local, bytes))
    fail("a transfer leaves its local buffer", bytes);
}

static const struct stv_block *find_remote(const void *remote, size_t bytes,
                                           size_t *which) {
  const unsigned char *from = remote;
  for (int k = 0; k < stv_num_blocks; k++) {
    const unsigned char *start = stv_blocks[k].start;
    if (from >= start && from + bytes <= start + stv_blocks[k].bytes) {
      if ((size_t)(from - start) % stv_blocks[k].element ||
          bytes % stv_blocks[k].element)
        fail("a transfer cuts an element", bytes);
      *which = (size_t)k;
      return &stv_blocks[k];
    }
  }
  for (int k = 0; k < num_buffers; k++)
    if (buffers[k].kind == REMOTE && from >= buffers[k].start &&
        from + bytes <= buffers[k].start + buffers[k].bytes)
      return NULL;
  if (!stv_locals || is_closed(remote, bytes))
    fail("a transfer leaves its remote array", bytes);
  return NULL;
}

/* The other side of a transfer of the nearest memory is in the one behind it,
   whose plain arrays the harness knows nothing of, either. */
static void check_far(const void *far, size_t bytes) {
  const unsigned char *from = far;
  for (int k = 0; k < stv_num_blocks; k++) {
    const unsigned char *start = stv_blocks[k].start;
    if (from < start + stv_blocks[k].bytes && from + bytes > start)
      fail("a transfer leaves out a memory", bytes);
  }
  check_local(far, bytes, FAR);
}

static void move(void *to, const void *from, size_t bytes) {
#ifdef STV_ASAN
  stv_move_unchecked(to, from, bytes);
#else
  memcpy(to, from, bytes);
#endif
}

static void count(const void *local, const void *remote, size_t bytes,
                  long *counters, enum kind kind) {
  size_t which = 0;
  if (bytes == 0)
    fail("an empty transfer", bytes);
  check_local(local, bytes, kind);
  stv_counts.transfers++;
  if (kind == NEAR && stv_chain) {
    check_far(remote, bytes);
    stv_counts.near[counters == stv_counts.stores] += (long)bytes;
    return;
  }
  const struct stv_block *block = find_remote(remote, bytes, &which);
  if (block)
    counters[which] += (long)(bytes / block->element);
}

void stv_get(void *local, const void *remote, size_t bytes) {
  begin();
  count(local, remote, bytes, stv_counts.loads, NEAR);
  move(local, remote, bytes);
  end();
}

void stv_put(void *remote, const void *local, size_t bytes) {
  begin();
  count(local, remote, bytes, stv_counts.stores, NEAR);
  move(remote, local, bytes);
  end();
}

void stv_get_far(void *local, const void *remote, size_t bytes) {
  begin();
  count(local, remote, bytes, stv_counts.loads, FAR);
  move(local, remote, bytes);
  end();
}

void stv_put_far(void *remote, const void *local, size_t bytes) {
  begin();
  count(local, remote, bytes, stv_counts.stores, FAR);
  move(remote, local, bytes);
  end();
}

static void complete(size_t which) {
  struct transfer *it = &pending[which];
  if (it->is_done)
    return;
  it->is_done = 1;
  for (size_t k = 0; k < which; k++)
    if (pending[k].is_fenced)
      complete(k);
  move(it->to, it->from, it->bytes);
}

static int is_early(int gets) {
  static unsigned seed;
  switch (stv_engine) {
  case STV_GETS_EARLY:
    return gets;
  case STV_PUTS_EARLY:
    return !gets;
  case STV_SHUFFLED:
    return (seed = seed * 1103515245u + 12345u) >> 16 & 1;
  default:
    return stv_engine == STV_EARLY;
  }
}

static void post(void *to, const void *from, size_t bytes, long tag,
                 int gets) {
  if (!pending)
    pending = malloc(MOST_PENDING * sizeof *pending);
  if (num_pending == MOST_PENDING)
    fail("too many transfers under way", bytes);
  struct transfer *it = &pending[num_pending++];
  it->to = to;
  it->from = from;
  it->bytes = bytes;
  it->tag = tag;
  it->is_fenced = it->is_done = 0;
  if (is_early(gets))
    complete(num_pending - 1);
}

static void get_async(void *local, const void *remote, size_t bytes, long tag,
                      enum kind kind) {
  begin();
  count(local, remote, bytes, stv_counts.loads, kind);
  post(local, remote, bytes, tag, 1);
  end();
}

static void put_async(void *remote, const void *local, size_t bytes, long tag,
                      enum kind kind) {
  begin();
  count(local, remote, bytes, stv_counts.stores, kind);
  post(remote, local, bytes, tag, 0);
  end();
}

void stv_get_async(void *local, const void *remote, size_t bytes, long tag) {
  get_async(local, remote, bytes, tag, NEAR);
}

void stv_put_async(void *remote, const void *local, size_t bytes, long tag) {
  put_async(remote, local, bytes, tag, NEAR);
}

void stv_get_async_far(void *local, const void *remote, size_t bytes,
                       long tag) {
  get_async(local, remote, bytes, tag, FAR);
}

void stv_put_async_far(void *remote, const void *local, size_t bytes,
                       long tag) {
  put_async(remote, local, bytes, tag, FAR);
}

void stv_wait(long tag) {
  begin();
  for (size_t k = num_pending; k-- > 0;) {
    size_t which = stv_engine == STV_SHUFFLED ? k : num_pending - 1 - k;
    if (pending[which].tag == tag)
      complete(which);
  }
  size_t kept = 0;
  for (size_t k = 0; k < num_pending; k++)
    if (!pending[k].is_done)
      pending[kept++] = pending[k];
  num_pending = kept;
  end();
}

void stv_fence(long tag) {
  begin();
  for (size_t k = 0; k < num_pending; k++)
    pending[k].is_fenced |= pending[k].tag == tag;
  end();
}

void stv_check_quiet(void) {
  if (num_buffers)
    fail("local buffers were not freed", (size_t)stv_counts.local);
  if (num_pending)
    fail("transfers were never waited for", num_pending);
}

void stv_end(void) { free(pending); }
