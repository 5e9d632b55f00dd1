/* Addresses with and without rows of constant lengths. */
double A[8][16], C[8][16][4];
struct tagged {
  long tag;
  double X[8][16];
} S[8];

void shifted(int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      A[i][j] = A[i - 1][j + 1];
}

void last(int n) {
  for (int i = 0; i < n; i++)
    C[2][15][i] = i;
}

void tagged(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      S[i].X[1][j] = 0;
}

void halves(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      ((float *)A[i])[j] = A[i][j];
}
