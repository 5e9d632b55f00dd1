/* Statements beside the innermost loop, which may have no iterations: loops can be
   tiled together where it has some. */
#include <stdio.h>

__attribute__((noinline)) void product(int n, int m, int p,
                                       double A[restrict n][p],
                                       double B[restrict p][m],
                                       double C[restrict n][m],
                                       double S[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      S[i][j] = 1.0;
      for (int k = 0; k < p; k++)
        S[i][j] += A[i][k] * B[k][j];
      C[i][j] = S[i][j];
    }
}

int main(void) {
  static double A[42], B[35], C[42], S[42];
  double sum = 0;
  for (int p = 0; p <= 5; p += 5) {
    for (int k = 0; k < 42; k++)
      A[k] = C[k] = S[k] = k + 1;
    for (int k = 0; k < 35; k++)
      B[k] = 0.5 * k;
    product(6, 7, p, (void *)A, (void *)B, (void *)C, (void *)S);
    for (int k = 0; k < 42; k++)
      sum = sum * 0.9 + C[k] + 0.1 * S[k];
    printf("%d: %a\n", p, sum);
  }
  return 0;
}
