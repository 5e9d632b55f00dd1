// Loops that no pragma marks, over arrays of several sizes.

// Tiles in the middle move nothing, for those before them have loaded all.
void thrice(int n, const double *restrict x, double *restrict result) {
  double mean = 0, sum = 0;
  for (int i = 0; i < n; i++)
    mean += x[i];
  for (int i = 0; i < n; i++) {
    double distance = x[i] - mean;
    sum += distance * distance;
  }
  {
    double third = 0;
    for (int i = 0; i < n; i++) {
      double distance = x[i] - sum;
      third += distance * distance;
    }
    *result = third;
  }
}

void small(double A[64][64], double B[64][64], double C[restrict 64][64]) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void rows(int n, int m, int p, double A[restrict n][p],
          double B[restrict p][m], double C[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < p; k++)
      for (int j = 0; j < m; j++)
        C[i][j] += A[i][k] * B[k][j];
}

// A loop inside of the tiles holds whole columns.
void columns(int n, int m, double A[restrict n][m], double R[restrict m][m]) {
  for (int k = 0; k < m; k++)
    for (int j = k + 1; j < m; j++) {
      R[k][j] = 0;
      for (int i = 0; i < n; i++)
        R[k][j] += A[i][k] * A[i][j];
      for (int i = 0; i < n; i++)
        A[i][j] -= A[i][k] * R[k][j];
    }
}
