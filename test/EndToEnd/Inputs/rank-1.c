/* The trailing block of an elimination step: a block, a column and a row of one
   matrix, at distances that the parameter k decides. */
//@ function rank1
//@ size n k
//@ grid 0,0 1,0 6,0 9,3 9,8 12,14
//@ large 2000,100
//@ array a double [n][n]
//@ call rank1(n, k, a)
void rank1(int n, int k, double a[n][n]) {
#pragma scop
  for (int i = k + 1; i < n; i++)
    for (int j = k + 1; j < n; j++)
      a[i][j] -= a[i][k] * a[k][j];
#pragma endscop
}
