// Pointers that are rotated are one array whose elements take turns. What tiles
// load of it is found value by value: exactly, in partial tiles of a stencil in
// three dimensions, too, in less than it takes to give up on elements.
// REQUIRES: stevedore
// RUN: %stevedore --print=transfers --budget=600,5000000 %s -- 2>&1 \
// RUN:     | FileCheck %s
// CHECK-NOT: remark
// CHECK: p_q_r (exact):
// CHECK: a_b (exact):

void rotated(int steps, int n, int m, double (*restrict p)[m],
             double (*restrict q)[m], double (*restrict r)[m], double c) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        r[i][j] = c * q[i][j] - p[i][j] + q[i - 1][j] + q[i + 1][j] +
                  q[i][j - 1] + q[i][j + 1];
    double(*s)[m] = p;
    p = q;
    q = r;
    r = s;
  }
#pragma endscop
}

void swapped(int steps, int n, int m, int l, double (*restrict a)[m][l],
             double (*restrict b)[m][l], double c) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < l - 1; k++)
          b[i][j][k] = c * (a[i][j][k] + a[i - 1][j][k] + a[i + 1][j][k] +
                            a[i][j - 1][k] + a[i][j + 1][k] +
                            a[i][j][k - 1] + a[i][j][k + 1]);
    double(*keep)[m][l] = a;
    a = b;
    b = keep;
  }
#pragma endscop
}
