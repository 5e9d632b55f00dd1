#include <stdio.h>

void product(int n, double A[n][n], double B[n][n], double C[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}

void stencil(long steps, long n, double *a, double *b)
{
#pragma scop
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (long i = 1; i < n - 1; i++)
      a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
  }
#pragma endscop
}

static double A[20][20], B[20][20], C[20][20];

int main(void)
{
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++) {
      A[i][j] = i + j * .5;
      B[i][j] = i - j * .3;
    }
  product(20, A, B, C);
  stencil(7, 400, &A[0][0], &B[0][0]);
  for (int i = 0; i < 400; i++)
    printf("%a %a\n", C[i / 20][i % 20], A[i / 20][i % 20]);
  return 0;
}
