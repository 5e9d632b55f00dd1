struct lengths {
  int n, step;
};

void add(const struct lengths *l, int k, int l_n, double *a, const double *b) {
  for (int i = 0; i < l->n; i++)
    for (int j = 0; j < l_n; j++)
      a[i] += b[i + k + l->step] + j;
}
