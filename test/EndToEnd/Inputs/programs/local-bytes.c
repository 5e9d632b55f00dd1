/* Two regions whose local memory is recorded. */
#include <stdio.h>

void jacobi(int steps, int n, double *restrict A, double *restrict B) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.33 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = 0.33 * (B[i - 1] + B[i] + B[i + 1]);
  }
#pragma endscop
}

void product(int n, double C[n][n], double A[n][n], double B[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}

#ifndef RECORD_H
static void record_print(void) { printf("\n"); }
#endif

int main(void) {
  static double a[144], b[144], c[144];
  printf("jacobi: ");
  jacobi(30, 40, a, b);
  record_print();
  printf("product: ");
  product(12, (void *)a, (void *)b, (void *)c);
  record_print();
  return 0;
}
