// Loops that no pragma marks.
double dot(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

void product(int n, int m, int p, double A[restrict n][p],
             double B[restrict p][m], double C[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void six(double A[6][6], double B[6][6], double C[restrict 6][6]) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 6; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void thread(double A[100], double B[restrict 100]) {
  for (int t = 0; t < 40; t++) {
    for (int i = 1; i < 99; i++)
      B[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
    for (int i = 1; i < 99; i++)
      A[i] = (B[i - 1] + B[i] + B[i + 1]) / 3;
  }
}

void plane(int steps, int n, double A[restrict n][n], double B[restrict n][n]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = A[i - 1][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = B[i][j] / 4;
  }
}
