/* A = L L^T, L written over the lower triangle, row by row. */
#include <math.h>
//@ function cholesky
//@ size n
//@ grid 0 1 2 5 13
//@ large 2000
//@ array A double [n][n]
//@ fill A dominant
//@ call cholesky(n, A)
//@ libs -lm
void cholesky(int n, double A[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (int k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrt(A[i][i]);
  }
#pragma endscop
}
