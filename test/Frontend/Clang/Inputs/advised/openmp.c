/* As advised.c, for directives that are heeded. */
void openmp_block(int n, double a[n]) {
#pragma scop
#pragma omp parallel
  {
#ifndef FOLLOWED
    a[0] = a[0] + 1;
#else
#pragma omp single
    a[0] = a[0] + 1;
#endif
#pragma omp for
    for (int i = 1; i < n; i++)
      a[i] = 2;
  }
#pragma endscop
}

void shared_write(int n, int m, double a[n], const int who[n]) {
#ifndef FOLLOWED
#pragma omp parallel for
  for (int me = 0; me < m; me++) {
#pragma scop
    for (int i = 0; i < n; i++)
      if (who[i] == me)
        a[i] += 1;
#pragma endscop
  }
#else
#pragma scop
#pragma omp parallel for
  for (int me = 0; me < m; me++)
    for (int i = 0; i < n; i++)
      if (who[i] == me)
        a[i] += 1;
#pragma endscop
#endif
}

void openmp_clause(int n, double *restrict a, const double *restrict b) {
  double s;
#pragma scop
#ifndef FOLLOWED
#pragma omp parallel for private(s)
  for (int i = 0; i < n; i++) {
    s = b[i];
    a[i] = s * s;
  }
#else
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double s = b[i];
    a[i] = s * s;
  }
#endif
#pragma endscop
}
