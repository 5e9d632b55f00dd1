/* Large local arrays: where there is no memory for them, in functions that call
   themselves, and of many regions in one function. Prints results. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { N = 150 };
static double A[N][N], B[N][N], C[N][N], D[N][N];

/* Calls itself between the loops and the end. */
__attribute__((noinline)) void deeper(int n, int depth) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
  if (depth > 0)
    deeper(n - 1, depth - 1);
  C[0][0] += depth;
}

#define LOOPS(TO, NUMBER)                                                      \
  if (*until < NUMBER)                                                         \
    return;                                                                    \
  for (int i = 0; i < n; i++)                                                  \
    for (int j = 0; j < n; j++)                                                \
      for (int k = 0; k < n; k++)                                              \
        TO[i][j] += A[k][i] * B[j][k] - NUMBER;

/* Twelve regions. */
__attribute__((noinline)) void many(int n, volatile int *until) {
  LOOPS(C, 1) LOOPS(D, 2) LOOPS(C, 3) LOOPS(D, 4)
  LOOPS(C, 5) LOOPS(D, 6) LOOPS(C, 7) LOOPS(D, 8)
  LOOPS(C, 9) LOOPS(D, 10) LOOPS(C, 11) LOOPS(D, 12)
}

/* What comes of as little memory as there is. */
__attribute__((noinline)) void large(int n, int m, double *restrict to,
                                     const double *restrict from) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i] = to[i] * 0.5 + from[i + j];
}

static double sum(double M[N][N]) {
  double all = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      all = all * 0.999 + M[i][j];
  return all;
}

int main(void) {
  volatile int until = 99;
  struct rlimit none = {1 << 20, 1 << 20};
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = (i * 3 + j) % 7, B[i][j] = (i + j * 5) % 11;
  deeper(20, 18);
  many(6, &until);
  setrlimit(RLIMIT_DATA, &none);
  large(100, 20, C[3], A[5]);
  printf("%a %a\n", sum(C), sum(D));
  return 0;
}
