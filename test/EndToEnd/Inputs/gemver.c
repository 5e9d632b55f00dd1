/* A += u1 v1^T + u2 v2^T;  x += beta A^T y + z;  w += alpha A x. */
//@ function gemver
//@ size n
//@ grid 0 1 2 5 15
//@ large 2000
//@ array A double [n][n]
//@ array u1 double [n]
//@ array v1 double [n]
//@ array u2 double [n]
//@ array v2 double [n]
//@ array w double [n]
//@ array x double [n]
//@ array y double [n]
//@ array z double [n]
//@ call gemver(n, 1.5, 1.2, A, u1, v1, u2, v2, w, x, y, z)
void gemver(int n, double alpha, double beta, double A[n][n], double u1[n],
            double v1[n], double u2[n], double v2[n], double w[n], double x[n],
            double y[n], double z[n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] = x[i] + beta * A[j][i] * y[j];
  for (int i = 0; i < n; i++)
    x[i] = x[i] + z[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      w[i] = w[i] + alpha * A[i][j] * x[j];
#pragma endscop
}
