/* A one-dimensional Jacobi stencil: steps sweeps over n points, from A to B and
   back. The region between the pragmas is what stevedore rewrites. */
#include <stdio.h>
#include <stdlib.h>

void jacobi_1d(int steps, int n, double A[n], double B[n])
{
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
#pragma endscop
}

/* usage: jacobi-1d [steps [n]]; prints every bit of the result. */
int main(int argc, char **argv)
{
  int steps = argc > 1 ? atoi(argv[1]) : 100;
  int n = argc > 2 ? atoi(argv[2]) : 2000;
  double *A = malloc((n > 0 ? n : 1) * sizeof *A);
  double *B = malloc((n > 0 ? n : 1) * sizeof *B);
  if (!A || !B)
    return 1;
  for (int i = 0; i < n; i++) {
    A[i] = (i + 2.0) / n;
    B[i] = (i + 3.0) / n;
  }
  jacobi_1d(steps, n, A, B);
  for (int i = 0; i < n; i++)
    printf("%a %a\n", A[i], B[i]);
  free(A);
  free(B);
  return 0;
}
