/* Heat in a block: two half steps between two copies of the block. */
//@ function heat3d
//@ size steps n
//@ grid 0,0 0,5 1,2 1,3 2,5 3,9
//@ large 500,120
//@ array A double [n][n][n]
//@ array B double [n][n][n]
//@ call heat3d(steps, n, A, B)
#define STEP(TO, FROM)                                                         \
  TO[i][j][k] = 0.125 * (FROM[i + 1][j][k] - 2.0 * FROM[i][j][k] +             \
                         FROM[i - 1][j][k]) +                                  \
                0.125 * (FROM[i][j + 1][k] - 2.0 * FROM[i][j][k] +             \
                         FROM[i][j - 1][k]) +                                  \
                0.125 * (FROM[i][j][k + 1] - 2.0 * FROM[i][j][k] +             \
                         FROM[i][j][k - 1]) +                                  \
                FROM[i][j][k]

void heat3d(int steps, int n, double A[n][n][n], double B[n][n][n]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          STEP(B, A);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          STEP(A, B);
  }
#pragma endscop
}
