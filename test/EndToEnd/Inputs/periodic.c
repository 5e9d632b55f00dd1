/* A three-point stencil on a ring: the first and the last element are neighbours. */
//@ function periodic
//@ size n
//@ grid 0 1 2 3 7 20
//@ large 4096
//@ array u double [n]
//@ array v double [n]
//@ call periodic(n, u, v)
void periodic(int n, double *restrict u, double *restrict v) {
#pragma scop
  for (int i = 0; i < n; i++)
    v[i] = u[i == 0 ? n - 1 : i - 1] - 2 * u[i] + u[(i + 1 == n) ? 0 : i + 1];
#pragma endscop
}
