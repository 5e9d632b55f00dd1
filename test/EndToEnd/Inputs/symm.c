/* C = alpha A B + beta C, where only the lower triangle of the symmetric A is
   there to be read. */
//@ function symm
//@ size n m
//@ grid 0,0 1,1 2,3 5,4 12,9
//@ large 1000,1200
//@ array C double [n][m]
//@ array A double [n][n]
//@ array B double [n][m]
//@ call symm(n, m, 1.5, 0.75, C, A, B)
void symm(int n, int m, double alpha, double beta, double C[n][m],
          double A[n][n], double B[n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double below = 0;
      for (int k = 0; k < i; k++) {
        C[k][j] += alpha * B[i][j] * A[i][k];
        below += B[k][j] * A[i][k];
      }
      C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * below;
    }
#pragma endscop
}
