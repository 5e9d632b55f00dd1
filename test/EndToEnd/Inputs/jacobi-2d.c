/* Relaxation in a plane, between two copies of the plane. */
//@ function jacobi2d
//@ size steps n
//@ grid 0,0 0,5 1,1 1,2 1,3 3,5 4,12
//@ large 500,1300
//@ array A double [n][n]
//@ array B double [n][n]
//@ call jacobi2d(steps, n, A, B)
void jacobi2d(int steps, int n, double (*A)[n], double (*B)[n]) {
  int t, i, j;
#pragma scop
  for (t = 0; t < steps; t++) {
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < n - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] +
                         A[i + 1][j]);
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < n - 1; j++)
        A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i - 1][j] +
                         B[i + 1][j]);
  }
#pragma endscop
}
