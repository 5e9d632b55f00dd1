/* A nest whose plan takes little, and one with subscripts that take long. */
//@ function bands
//@ size n m
//@ grid 0,0 1,3 2,2 7,9 12,5
//@ array a double [8*n+8*m+1]
//@ array c double [n][m]
//@ call bands(n, m, a, c)
void bands(int n, int m, double a[8 * n + 8 * m + 1], double c[n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[i][j] = 0.5 * c[i][j];
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < m; j += 3) {
      a[3 * i + 2 * j] = 0.5 * (a[4 * n + 2 * i - 3 * j + 4 * m] + a[i + 4 * j]);
      a[4 * n - 3 * i + 4 * j] = 0.5 * a[3 * i + j + 4 * m];
    }
#pragma endscop
}
