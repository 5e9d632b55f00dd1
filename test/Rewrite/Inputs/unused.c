void f(int n, double *A) {
  int unused;
#pragma scop
  for (int i = 0; i < n; i++)
    A[i] = 0;
#pragma endscop
}
