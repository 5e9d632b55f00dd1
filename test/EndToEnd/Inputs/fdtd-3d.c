/* Maxwell's equations on a staggered grid: three electric and three magnetic
   fields in single precision. */
//@ function fdtd3d
//@ size steps n
//@ grid 0,3 1,1 1,2 1,4 2,6
//@ large 50,128
//@ array ex float [n][n][n]
//@ array ey float [n][n][n]
//@ array ez float [n][n][n]
//@ array hx float [n][n][n]
//@ array hy float [n][n][n]
//@ array hz float [n][n][n]
//@ call fdtd3d(steps, n, ex, ey, ez, hx, hy, hz)
void fdtd3d(int steps, int n, float ex[n][n][n], float ey[n][n][n],
            float ez[n][n][n], float hx[n][n][n], float hy[n][n][n],
            float hz[n][n][n]) {
  int t, i, j, k;
#pragma scop
  for (t = 0; t < steps; t++) {
    for (i = 1; i < n; i++)
      for (j = 1; j < n; j++)
        for (k = 1; k < n; k++) {
          ex[i][j][k] += 0.5f * (hz[i][j][k] - hz[i][j - 1][k] -
                                 hy[i][j][k] + hy[i][j][k - 1]);
          ey[i][j][k] += 0.5f * (hx[i][j][k] - hx[i][j][k - 1] -
                                 hz[i][j][k] + hz[i - 1][j][k]);
          ez[i][j][k] += 0.5f * (hy[i][j][k] - hy[i - 1][j][k] -
                                 hx[i][j][k] + hx[i][j - 1][k]);
        }
    for (i = 0; i < n - 1; i++)
      for (j = 0; j < n - 1; j++)
        for (k = 0; k < n - 1; k++) {
          hx[i][j][k] -= 0.5f * (ez[i][j + 1][k] - ez[i][j][k] -
                                 ey[i][j][k + 1] + ey[i][j][k]);
          hy[i][j][k] -= 0.5f * (ex[i][j][k + 1] - ex[i][j][k] -
                                 ez[i + 1][j][k] + ez[i][j][k]);
          hz[i][j][k] -= 0.5f * (ey[i + 1][j][k] - ey[i][j][k] -
                                 ex[i][j + 1][k] + ex[i][j][k]);
        }
  }
#pragma endscop
}
