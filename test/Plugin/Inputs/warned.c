int unreached(int x)
{
  int unused;
  return x;
}

void copy(int n, const double *restrict a, double *restrict b)
{
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#pragma endscop
}
