int printf(const char *, ...);

void fill(double A[8])
{
  for (int i = 0; i < 8; i++)
    A[i] = 0.0;
}

void product(int n, double A[n][n], double B[n][n], double C[n][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      C[i][j] = 0.0;
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
#pragma endscop
}

double show(int n, const double *x)
{
  double sum = 0.0;
  (void)n;
  for (int i = 0; i < n; i++) {
    printf("%g\n", x[i]);
    sum += x[i];
  }
  return sum;
}
