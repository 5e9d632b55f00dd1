int printf(const char *, ...);

void product(int n, double A[restrict n][n], double B[restrict n][n],
             double C[restrict n][n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}

void fill(int n, double *a)
{
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void show(int n, const double *a) {
  for (int i = 0; i < n; i++)
    printf("%f\n", a[i]);
}
