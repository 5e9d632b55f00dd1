/* Solves A x = b: factors, then forward and backward substitution, with one
   accumulator for all. */
//@ function ludcmp
//@ size n
//@ grid 0 1 2 5 12
//@ large 2000
//@ array A double [n][n]
//@ array b double [n]
//@ array x double [n]
//@ array y double [n]
//@ fill A dominant
//@ locals
//@ call ludcmp(n, A, b, x, y)
void ludcmp(int n, double A[n][n], double b[n], double x[n], double y[n]) {
  int i, j, k;
  double sum;
#pragma scop
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) {
      sum = A[i][j];
      for (k = 0; k < j; k++)
        sum -= A[i][k] * A[k][j];
      A[i][j] = sum / A[j][j];
    }
    for (j = i; j < n; j++) {
      sum = A[i][j];
      for (k = 0; k < i; k++)
        sum -= A[i][k] * A[k][j];
      A[i][j] = sum;
    }
  }
  for (i = 0; i < n; i++) {
    sum = b[i];
    for (j = 0; j < i; j++)
      sum -= A[i][j] * y[j];
    y[i] = sum;
  }
  for (i = n - 1; i >= 0; i--) {
    sum = y[i];
    for (j = i + 1; j < n; j++)
      sum -= A[i][j] * x[j];
    x[i] = sum / A[i][i];
  }
#pragma endscop
}
