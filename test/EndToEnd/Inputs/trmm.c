/* B = alpha A^T B in place, for a unit lower triangular A. */
//@ function trmm
//@ size n m
//@ grid 0,0 1,1 2,3 5,4 12,10
//@ large 1000,1200
//@ array A double [n][n]
//@ array B double [n][m]
//@ call trmm(n, m, 1.5, A, B)
void trmm(int n, int m, double alpha, double A[n][n], double B[n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      for (int k = n - 1; k > i; k--)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] *= alpha;
    }
#pragma endscop
}
