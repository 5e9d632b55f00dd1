void star(int steps, int n, double u[2][n][n]) {
#pragma scop
  for (int t = 1; t < steps; t++)
    for (int i = 3; i < n - 3; i++)
      for (int j = 3; j < n - 3; j++)
        u[t % 2][i][j] =
            0.0625 * (u[(t + 1) % 2][i - 1][j] + u[(t + 1) % 2][i + 1][j] +
                      u[(t + 1) % 2][i][j - 1] + u[(t + 1) % 2][i][j + 1] +
                      u[(t + 1) % 2][i - 2][j] + u[(t + 1) % 2][i + 2][j] +
                      u[(t + 1) % 2][i][j - 2] + u[(t + 1) % 2][i][j + 2] +
                      u[(t + 1) % 2][i - 3][j] + u[(t + 1) % 2][i + 3][j] +
                      u[(t + 1) % 2][i][j - 3] + u[(t + 1) % 2][i][j + 3]);
#pragma endscop
}
