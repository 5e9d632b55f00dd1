/* y = alpha A x + beta B x, with two sums that live in scalars. */
//@ function gesummv
//@ size n
//@ grid 0 1 2 5 17
//@ large 1300
//@ array A double [n][n]
//@ array B double [n][n]
//@ array x double [n]
//@ array y double [n]
//@ call gesummv(n, 1.5, 1.2, A, B, x, y)
void gesummv(int n, double alpha, double beta, double A[n][n], double B[n][n],
             double x[n], double y[n]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    double left = 0.0, right = 0.0;
    for (int j = 0; j < n; j++) {
      left = A[i][j] * x[j] + left;
      right = B[i][j] * x[j] + right;
    }
    y[i] = alpha * left + beta * right;
  }
#pragma endscop
}
