/* A product of matrices by way of a scalar: its loops are tiled where they run, and
   the original ones do the rest. */
//@ function accumulator
//@ size n m p
//@ grid 1,1,1 2,3,1 5,4,6 9,7,8
//@ large 2000,2000,2000
//@ array A double [n][p]
//@ array B double [p][m]
//@ array C double [n][m]
//@ call accumulator(n, m, p, A, B, C)
void accumulator(int n, int m, int p, double A[restrict n][p],
                 double B[restrict p][m], double C[restrict n][m]) {
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
