/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Stands before a rewritten file whose workers are threads that call its
   function together. */

#ifndef STV_WORKERS_H
#define STV_WORKERS_H

#include <omp.h>

#define STEVEDORE_WORKER() omp_get_thread_num()
#define STEVEDORE_WORKERS() omp_get_num_threads()
#define STEVEDORE_BARRIER() _Pragma("omp barrier")
#define STEVEDORE_AGREE(holds) stv_agree((holds) != 0)

/* Whether holds is true for all threads of the team. */
static inline int stv_agree(int holds) {
  static int all;
#pragma omp barrier
#pragma omp single
  all = 1;
#pragma omp critical
  all &= holds;
#pragma omp barrier
  return all;
}

#endif
