/* Logarithms, by the library or by whatever is called like that. */
double log(double);

void f(int n, double *restrict a, const double *restrict b)
{
  for (int i = 0; i < n; i++)
    a[i] += log(b[i]);
}
