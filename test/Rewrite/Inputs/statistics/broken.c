void broken(int n, double *A)
{
  for (int i = 0; i < n; i++)
    A[i] = undeclared;
  A = missing;
}
