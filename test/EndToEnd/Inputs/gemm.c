/* C = alpha A B + beta C. */
//@ function gemm
//@ size n m p
//@ grid 0,0,0 1,1,1 2,1,3 5,4,6 13,9,11
//@ large 1000,1100,1200
//@ array C double [n][m]
//@ array A double [n][p]
//@ array B double [p][m]
//@ call gemm(n, m, p, 1.5, 0.75, C, A, B)
//@ alias C A
void gemm(int n, int m, int p, double alpha, double beta, double C[n][m],
          double A[n][p], double B[p][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      C[i][j] *= beta;
      for (int k = 0; k < p; k++)
        C[i][j] += alpha * A[i][k] * B[k][j];
    }
#pragma endscop
}
