/* Sums of products, in one expression and in two statements: prints the bits of
   its results. */
#include <stdio.h>
#include <string.h>

void products(int n, double C[n][n], double A[n][n], double B[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        double product = A[i][k] * B[k][j];
        C[i][j] = C[i][j] + product;
        C[i][j] = C[i][j] * 0.3 + A[k][j] * B[i][k];
      }
#pragma endscop
}

static double A[40][40], B[40][40], C[40][40];

int main(void) {
  unsigned state = 1;
  for (int i = 0; i < 1600; i++) {
    state = state * 1103515245u + 12345u;
    A[i / 40][i % 40] = (state >> 8) / 3.0;
    B[i / 40][i % 40] = 1 / (1.0 + (state >> 10));
  }
  products(40, C, A, B);
  for (int i = 0; i < 1600; i++) {
    unsigned long long bits;
    memcpy(&bits, &C[i / 40][i % 40], sizeof bits);
    printf("%llx\n", bits);
  }
  return 0;
}
