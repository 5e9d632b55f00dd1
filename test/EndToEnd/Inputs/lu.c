/* A = L U in place, without pivots, row by row. */
//@ function lu
//@ size n
//@ grid 0 1 2 5 13
//@ large 2000
//@ array A double [n][n]
//@ fill A dominant
//@ call lu(n, A)
void lu(int n, double A[n][n]) {
  int i, j, k;
#pragma scop
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) {
      for (k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[k][j];
      A[i][j] /= A[j][j];
    }
    for (j = i; j < n; j++)
      for (k = 0; k < i; k++)
        A[i][j] -= A[i][k] * A[k][j];
  }
#pragma endscop
}
