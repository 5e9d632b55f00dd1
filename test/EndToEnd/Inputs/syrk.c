/* Lower triangle of C = alpha A A^T + beta C. */
//@ function syrk
//@ size n m
//@ grid 0,0 1,1 2,3 5,4 12,10
//@ large 1200,1000
//@ array C double [n][n]
//@ array A double [n][m]
//@ call syrk(n, m, 1.5, 0.75, C, A)
void syrk(int n, int m, double alpha, double beta, double C[n][n],
          double A[n][m]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      C[i][j] *= beta;
    for (int k = 0; k < m; k++)
      for (int j = 0; j <= i; j++)
        C[i][j] += alpha * A[i][k] * A[j][k];
  }
#pragma endscop
}
