/* Lower triangle of C = alpha (A B^T + B A^T) + beta C. */
//@ function syr2k
//@ size n m
//@ grid 0,0 1,1 2,3 5,4 11,9
//@ large 1200,1000
//@ array C double [n][n]
//@ array A double [n][m]
//@ array B double [n][m]
//@ call syr2k(n, m, 1.5, 0.75, C, A, B)
void syr2k(int n, int m, double alpha, double beta, double C[n][n],
           double A[n][m], double B[n][m]) {
  int i, j, k;
#pragma scop
  for (i = 0; i < n; i++)
    for (j = 0; j < i + 1; j++) {
      C[i][j] = beta * C[i][j];
      for (k = 0; k < m; k++) {
        C[i][j] += alpha * A[i][k] * B[j][k];
        C[i][j] += alpha * B[i][k] * A[j][k];
      }
    }
#pragma endscop
}
