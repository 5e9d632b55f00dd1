/* What the harness is tried on: y = a x. */
//@ function scale
//@ size n
//@ grid 0 1 5 9
//@ array y double [n]
//@ array x double [n]
//@ call scale(n, 3.0, y, x)
void scale(int n, double a, double *y, double *x) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = a * x[i];
#pragma endscop
}
