/* Alternating directions for the heat equation: in each step tridiagonal
   systems along the columns, then along the rows, each solved by a forward
   elimination (p, q) and a backward substitution that counts down. */
//@ function adi
//@ size steps n
//@ grid 0,4 1,2 1,3 2,5 3,9
//@ large 500,1000
//@ array u double [n][n]
//@ array v double [n][n]
//@ array p double [n][n]
//@ array q double [n][n]
//@ call adi(steps, n, 0.4, 0.3, u, v, p, q)
void adi(int steps, int n, double mu, double nu, double u[n][n],
         double v[n][n], double p[n][n], double q[n][n]) {
  double a = -mu / 2.0, b = 1.0 + mu, c = a;
  double d = -nu / 2.0, e = 1.0 + nu, f = d;
#pragma scop
  for (int t = 1; t <= steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      v[0][i] = 1.0;
      p[i][0] = 0.0;
      q[i][0] = v[0][i];
      for (int j = 1; j < n - 1; j++) {
        p[i][j] = -c / (a * p[i][j - 1] + b);
        q[i][j] = (-d * u[j][i - 1] + (1.0 + 2.0 * d) * u[j][i] -
                   f * u[j][i + 1] - a * q[i][j - 1]) /
                  (a * p[i][j - 1] + b);
      }
      v[n - 1][i] = 1.0;
      for (int j = n - 2; j >= 1; j--)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
    for (int i = 1; i < n - 1; i++) {
      u[i][0] = 1.0;
      p[i][0] = 0.0;
      q[i][0] = u[i][0];
      for (int j = 1; j < n - 1; j++) {
        p[i][j] = -f / (d * p[i][j - 1] + e);
        q[i][j] = (-a * v[i - 1][j] + (1.0 + 2.0 * a) * v[i][j] -
                   c * v[i + 1][j] - d * q[i][j - 1]) /
                  (d * p[i][j - 1] + e);
      }
      u[i][n - 1] = 1.0;
      for (int j = n - 2; j >= 1; j--)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
#pragma endscop
}
