/* A local array whose values are needed one column later and never again: they
   cross the border between two tiles but never a whole tile. */
//@ function carried
//@ size n m
//@ grid 0,3 1,1 2,7 5,4 9,13 20,24
//@ array A double [24][24]
//@ array B double [24][24]
//@ call carried(n, m, A, B)
//@ locals
void carried(int n, int m, double A[restrict 24][24], double B[restrict 24][24]) {
  double w[24][24];
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      w[i][j] = 2 * A[i][j];
    for (int j = 1; j < m; j++)
      B[i][j] = w[i][j] + w[i][j - 1];
  }
#pragma endscop
}
