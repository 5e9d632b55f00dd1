/* A region behind a condition, in a loop, with buffers as large as a row; prints
   a sum of the results. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) void step(int n, int m, int wanted, double C[n][n],
                                    double A[n][m]) {
  for (volatile int round = 0; round < 3; round++) {
    if (wanted > round)
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
          for (int k = 0; k < m; k++)
            C[i][j] += A[i][k] * A[j][k];
    if (wanted == 7)
      return;
  }
}

int main(void) {
  enum { N = 37, M = 21 };
  double(*C)[N] = calloc(N, sizeof *C), (*A)[M] = calloc(N, sizeof *A);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      A[i][j] = (i * 3 + j) % 7 - 2.5;
  double sum = 0;
  for (int wanted = 0; wanted < 9; wanted++) {
    step(N, M, wanted, C, A);
    step(0, M, wanted, C, A);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        sum = sum * 0.99 + C[i][j];
  }
  printf("%a\n", sum);
  free(C);
  free(A);
  return 0;
}
