/* Two loop nests with variables that live one after the other in the body of
   the second: arrays of different nests share buffers, and so do the variables.
   Elements of another type keep buffers of their own. */
//@ function sharing
//@ size n m
//@ grid 0,3 1,1 2,7 5,4 9,13
//@ array a double [n][m]
//@ array b double [n][m]
//@ array c float [n][m]
//@ array d double [n][m]
//@ array e double [m][m]
//@ array f float [n][m]
//@ call sharing(n, m, a, b, c, d, e, f)
void sharing(int n, int m, double a[restrict n][m], double b[restrict n][m],
             float c[restrict n][m], double d[restrict n][m],
             double e[restrict m][m], float f[restrict n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < m; k++)
        a[i][j] += b[i][k] * c[i][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < m; k++) {
        double v, w;
        v = a[i][k] * e[k][j];
        d[i][j] += v;
        w = f[i][j] + d[i][j];
        d[i][j] = w * 0.5;
      }
#pragma endscop
}
