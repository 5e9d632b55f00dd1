export void f(int n, double *a, const double *b)
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i] += b[j];
#pragma endscop
}
