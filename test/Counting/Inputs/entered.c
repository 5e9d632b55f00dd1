// Kernels whose tile sizes are chosen when they are entered.
void product(int n, int m, int p, double C[n][m], double A[n][p],
             double B[p][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < p; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}

void rank_k(int n, int m, double C[n][n], double A[n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < m; k++)
        C[i][j] += A[i][k] * A[j][k];
#pragma endscop
}

void lu(int n, double A[n][n]) {
#pragma scop
  for (int k = 0; k < n; k++) {
    for (int j = k + 1; j < n; j++)
      A[k][j] = A[k][j] / A[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
  }
#pragma endscop
}

void smooth(int n, int m, double A[n], double B[n]) {
#pragma scop
  for (int t = 0; t < m; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.25 * A[i - 1] + 0.5 * A[i] + 0.25 * A[i + 1];
    for (int i = 1; i < n - 1; i++)
      A[i] = B[i];
  }
#pragma endscop
}

void blur(int n, int m, double A[n][m], double W[3][3], double B[n][m]) {
#pragma scop
  for (int i = 0; i < n - 2; i++)
    for (int j = 0; j < m - 2; j++)
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          B[i][j] += W[k][l] * A[i + k][j + l];
#pragma endscop
}

void filter(int n, int m, double X[n + m], double H[m], double Y[n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      Y[i] += H[k] * X[i + k];
#pragma endscop
}

void analyse(int n, int m, int p, double A[n][m][p], double C[p][p],
             double S[n][m][p]) {
#pragma scop
  for (int r = 0; r < n; r++)
    for (int q = 0; q < m; q++)
      for (int s = 0; s < p; s++)
        for (int t = 0; t < p; t++)
          S[r][q][s] += A[r][q][t] * C[t][s];
#pragma endscop
}

void twice(int n, double X[n], double Y[n], double U[n], double V[n],
           double A[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      X[i] += A[i][j] * U[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      Y[i] += A[j][i] * V[j];
#pragma endscop
}
