/* A product of matrices by way of a scalar that is not entered without iterations:
   all of its loops are tiled, without a test. */
//@ function guarded
//@ size n m p
//@ grid 0,1,1 1,1,0 2,3,1 5,4,6 9,7,8
//@ large 2000,2000,2000
//@ array A double [n][p]
//@ array B double [p][m]
//@ array C double [n][m]
//@ call guarded(n, m, p, A, B, C)
void guarded(int n, int m, int p, double A[restrict n][p],
             double B[restrict p][m], double C[restrict n][m]) {
  if (n <= 0 || p <= 0)
    return;
  if (m > 0) {
#pragma scop
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        double s = 0.0;
        for (int k = 0; k < p; k++)
          s += A[i][k] * B[k][j];
        C[i][j] = s;
      }
#pragma endscop
  }
}
