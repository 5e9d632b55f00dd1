void star(int steps, int n, double a[n][n], double b[n][n]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 3; i < n - 3; i++)
      for (int j = 3; j < n - 3; j++)
        b[i][j] = 0.0625 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] +
                            a[i][j + 1] + a[i - 2][j] + a[i + 2][j] +
                            a[i][j - 2] + a[i][j + 2] + a[i - 3][j] +
                            a[i + 3][j] + a[i][j - 3] + a[i][j + 3]);
    for (int i = 3; i < n - 3; i++)
      for (int j = 3; j < n - 3; j++)
        a[i][j] = 0.0625 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] +
                            b[i][j + 1] + b[i - 2][j] + b[i + 2][j] +
                            b[i][j - 2] + b[i][j + 2] + b[i - 3][j] +
                            b[i + 3][j] + b[i][j - 3] + b[i][j + 3]);
  }
#pragma endscop
}
