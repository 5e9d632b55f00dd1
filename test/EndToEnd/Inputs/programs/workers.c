/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Calls the functions of KERNEL, by as many threads together as CALLERS says, or by
   one where they are the original. Prints a sum of what was computed. */

#include <pthread.h>
#include <stdio.h>

#ifdef CALLERS
static pthread_barrier_t meeting;
static __thread int number;
#define STEVEDORE_WORKER() number
#define STEVEDORE_WORKERS() CALLERS
#define STEVEDORE_BARRIER() pthread_barrier_wait(&meeting)
#define STEVEDORE_T1 3
#define STEVEDORE_T2 4
#define STEVEDORE_T3 5
#else
#define CALLERS 1
static pthread_barrier_t meeting;
static int number;
#endif

#include KERNEL

enum { SIZE = 23, STEPS = 9 };
static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

static void *work(void *at) {
  number = (int)(*(double *)at);
  product(SIZE, a, b, c);
  heat(SIZE, STEPS, a, b);
  prefix(SIZE, a, c);
  return 0;
}

int main(void) {
  static double numbers[CALLERS];
  pthread_t threads[CALLERS];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      b[i][j] = c[j][i] = (i * 7 + j * 3) % 11 / 3.0;
  pthread_barrier_init(&meeting, 0, CALLERS);
  for (int i = 0; i < CALLERS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], 0, work, &numbers[i]);
  }
  for (int i = 0; i < CALLERS; i++)
    pthread_join(threads[i], 0);
  double sum = 0;
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      sum = 0.7 * sum + a[i][j] + 3 * b[i][j] + c[i][j];
  printf("%a\n", sum);
  return 0;
}
