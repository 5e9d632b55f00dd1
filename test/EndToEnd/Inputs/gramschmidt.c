/* A = Q R by modified Gram-Schmidt orthogonalization of the columns. */
#include <math.h>
//@ function gramschmidt
//@ size m n
//@ grid 0,0 1,1 3,2 6,5 12,9
//@ large 1000,1200
//@ array A double [m][n]
//@ array R double [n][n]
//@ array Q double [m][n]
//@ fill A dominant
//@ call gramschmidt(m, n, A, R, Q)
//@ libs -lm
void gramschmidt(int m, int n, double A[m][n], double R[n][n],
                 double Q[m][n]) {
#pragma scop
  for (int k = 0; k < n; k++) {
    double square = 0.0;
    for (int i = 0; i < m; i++)
      square += A[i][k] * A[i][k];
    R[k][k] = sqrt(square);
    for (int i = 0; i < m; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < n; j++) {
      R[k][j] = 0.0;
      for (int i = 0; i < m; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < m; i++)
        A[i][j] -= Q[i][k] * R[k][j];
    }
  }
#pragma endscop
}
