void figures(int M, int N, double A[M], double B[M][N], double C[N],
             double D[M], double E[N][M]) {
#pragma scop
  for (int i = 1; i <= M; i++)
    for (int j = 1; j <= N; j++)
      A[i - 1] += B[i - 1][j - 1] * C[j - 1];
  for (int k = 1; k <= M; k++)
    for (int l = 1; l <= N; l++)
      D[k - 1] += E[l - 1][k - 1] * A[l - 1];
#pragma endscop
}
