/* Electromagnetic waves in a plane: two electric fields and a magnetic one,
   driven along one edge. */
//@ function fdtd2d
//@ size steps n m
//@ grid 0,0,0 0,3,3 1,1,1 1,2,3 3,5,4 4,9,11
//@ large 500,1000,1200
//@ array ex double [n][m]
//@ array ey double [n][m]
//@ array hz double [n][m]
//@ array source double [steps]
//@ call fdtd2d(steps, n, m, ex, ey, hz, source)
void fdtd2d(int steps, int n, int m, double ex[n][m], double ey[n][m],
            double hz[n][m], double source[steps]) {
  int t, i, j;
#pragma scop
  for (t = 0; t < steps; t++) {
    for (j = 0; j < m; j++)
      ey[0][j] = source[t];
    for (i = 1; i < n; i++)
      for (j = 0; j < m; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (i = 0; i < n; i++)
      for (j = 1; j < m; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (i = 0; i < n - 1; i++)
      for (j = 0; j < m - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] -
                                     ey[i][j]);
  }
#pragma endscop
}
