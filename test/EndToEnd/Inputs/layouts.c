/* Variables that stand between loops: a scalar, a row of work, an intermediate
   vector, a buffer that is used twice, an accumulator. */
//@ function layouts
//@ size n m
//@ grid 0,0 0,3 1,1 1,5 5,1 6,4 4,9 12,12 13,11
//@ large 1200,1300 SIDE=1300
//@ define SIDE=16
//@ global A double [SIDE][SIDE]
//@ global B double [SIDE][SIDE]
//@ global w double [SIDE]
//@ global x double [SIDE]
//@ global y double [SIDE]
//@ global z double [SIDE]
//@ call layouts(n, m)
#ifndef SIDE
#define SIDE 16
#endif
double A[SIDE][SIDE], B[SIDE][SIDE], w[SIDE], x[SIDE], y[SIDE], z[SIDE];

void layouts(int n, int m) {
  double t = 1, between[SIDE];
#pragma scop
  for (int i = 0; i < n; i++) {
    t = x[i] * 2;
    y[i] += t;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j + 1 < m; j++)
      w[j] = A[i][j] * 2;
    for (int j = 0; j < m; j++)
      B[i][j] += w[j];
  }
  for (int i = 0; i < n; i++)
    between[i] = y[i] * x[i];
  for (int i = 0; i < n; i++)
    x[i] = between[i] + 1;
  for (int i = 0; i < n; i++)
    z[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    y[i] -= z[i];
  for (int i = 0; i < n; i++)
    z[i] = y[i] + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      z[i] += A[i][j] * B[i][j];
#pragma endscop
  z[0] += t;
}
