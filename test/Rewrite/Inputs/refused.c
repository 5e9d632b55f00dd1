void refused(long n, long m, int *a) {
#pragma scop
  for (int i = 0; i < n * m; i++)
    a[i] = 1;
#pragma endscop
}
