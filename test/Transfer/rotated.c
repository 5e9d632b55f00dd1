// Three pointers that are rotated are one array whose elements take turns. What
// tiles load of it is found value by value: exactly, in a third of the operations
// that it takes to give up on elements.
// REQUIRES: stevedore
// RUN: %stevedore --print=transfers --budget=600,6000000 %s -- 2>&1 \
// RUN:     | FileCheck %s
// CHECK-NOT: remark
// CHECK: p_q_r (exact):

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
