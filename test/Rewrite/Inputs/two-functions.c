void first(int n, double A[restrict n][n], double B[restrict n][n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] += B[j][i];
}

void second(int n, double *restrict tmp, double *restrict out)
{
  for (int i = 0; i < n; i++)
    tmp[i] = i;
  for (int i = 0; i < n; i++)
    out[i] = tmp[i];
}
