/* Forward substitution L x = b. */
//@ function trisolv
//@ size n
//@ grid 0 1 2 5 19
//@ large 2000
//@ array L double [n][n]
//@ array x double [n]
//@ array b double [n]
//@ fill L dominant
//@ call trisolv(n, L, x, b)
void trisolv(int n, double L[n][n], double x[n], double b[n]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    x[i] = b[i];
    for (int j = 0; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] = x[i] / L[i][i];
  }
#pragma endscop
}
