/* Covariance matrix of the columns of a table of observations. */
//@ function covariance
//@ size n m
//@ grid 0,0 1,1 3,2 6,5 12,11
//@ large 1400,1200
//@ array x double [n][m]
//@ array cov double [m][m]
//@ array mean double [m]
//@ call covariance(n, m, n + 0.5, x, cov, mean)
void covariance(int n, int m, double count, double x[n][m], double cov[m][m],
                double mean[m]) {
  int i, a, b;
#pragma scop
  for (a = 0; a < m; a++) {
    mean[a] = 0;
    for (i = 0; i < n; i++)
      mean[a] += x[i][a];
    mean[a] /= count;
  }
  for (i = 0; i < n; i++)
    for (a = 0; a < m; a++)
      x[i][a] -= mean[a];
  for (a = 0; a < m; a++)
    for (b = a; b < m; b++) {
      cov[a][b] = 0;
      for (i = 0; i < n; i++)
        cov[a][b] += x[i][a] * x[i][b];
      cov[a][b] /= count - 1.0;
      cov[b][a] = cov[a][b];
    }
#pragma endscop
}
