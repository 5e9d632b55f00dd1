/* y = A^T (A x). */
//@ function atax
//@ size n m
//@ grid 0,0 1,1 2,3 6,5 13,17
//@ large 1900,2100
//@ array A double [n][m]
//@ array x double [m]
//@ array y double [m]
//@ array t double [n]
//@ call atax(n, m, A, x, y, t)
void atax(int n, int m, double A[n][m], double *x, double *y, double *t) {
  int i, j;
#pragma scop
  for (j = 0; j < m; j++)
    y[j] = 0;
  for (i = 0; i < n; i++) {
    t[i] = 0;
    for (j = 0; j < m; j++)
      t[i] += A[i][j] * x[j];
    for (j = 0; j < m; j++)
      y[j] += A[i][j] * t[i];
  }
#pragma endscop
}
