struct item {
  int key, *rows;
};

void multiply(int n, const int *row, const int *col, const double *val,
              const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += val[k] * x[col[k]];
}

int search(const struct item *p, int **table, int n, int m)
{
  int i = 0;
  while (p->rows[i] != n)
    i++, n += m;
  for (int j = 0; j < n; j++)
    if (table[j][j * m])
      return sizeof(p[j]) + *p->rows;
  return m == 0 ? table[0][1] : &p[m] == p;
}
