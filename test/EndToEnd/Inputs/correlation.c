/* Correlation matrix of the columns of a table of observations. */
#include <math.h>
//@ function correlation
//@ size n m
//@ grid 0,0 1,1 3,2 6,5 12,11
//@ large 1400,1200
//@ array x double [n][m]
//@ array r double [m][m]
//@ array mean double [m]
//@ array dev double [m]
//@ call correlation(n, m, n + 0.5, x, r, mean, dev)
//@ libs -lm
void correlation(int n, int m, double count, double x[n][m], double r[m][m],
                 double mean[m], double dev[m]) {
#pragma scop
  for (int j = 0; j < m; j++) {
    mean[j] = 0.0;
    for (int i = 0; i < n; i++)
      mean[j] += x[i][j];
    mean[j] /= count;
  }
  for (int j = 0; j < m; j++) {
    dev[j] = 0.0;
    for (int i = 0; i < n; i++)
      dev[j] += (x[i][j] - mean[j]) * (x[i][j] - mean[j]);
    dev[j] = sqrt(dev[j] / count);
    dev[j] = dev[j] < 0.05 ? 1.0 : dev[j];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      x[i][j] -= mean[j];
      x[i][j] /= sqrt(count) * dev[j];
    }
  for (int a = 0; a < m; a++) {
    r[a][a] = 1.0;
    for (int b = a + 1; b < m; b++) {
      r[a][b] = 0.0;
      for (int i = 0; i < n; i++)
        r[a][b] += x[i][a] * x[i][b];
      r[b][a] = r[a][b];
    }
  }
#pragma endscop
}
