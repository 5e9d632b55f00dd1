/* Levinson-Durbin recursion for a symmetric Toeplitz system: y from r. The
   copy of y is an array of the function, which nobody sees afterwards. */
//@ function durbin
//@ size n
//@ grid 1 2 3 5 19
//@ large 2000 LONGEST=2000
//@ define LONGEST=64
//@ array r double [n]
//@ array y double [n]
//@ fill r small
//@ direct
//@ locals
//@ call durbin(n, r, y)
#ifndef LONGEST
#define LONGEST 64
#endif
void durbin(int n, double r[n], double y[n]) {
  double z[LONGEST];
  double alpha, beta, sum;
#pragma scop
  y[0] = -r[0];
  beta = 1.0;
  alpha = -r[0];
  for (int k = 1; k < n; k++) {
    beta = (1.0 - alpha * alpha) * beta;
    sum = 0.0;
    for (int i = 0; i < k; i++)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
    for (int i = 0; i < k; i++)
      z[i] = y[i] + alpha * y[k - i - 1];
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = alpha;
  }
#pragma endscop
}
