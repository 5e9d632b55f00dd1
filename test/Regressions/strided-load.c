// What a tile loads has no elements that isl adds where it coalesces sets with
// strides: a[7] need not exist for n = 5.
// REQUIRES: stevedore
// RUN: %stevedore --reuse=nest %s -o %t.c -- -std=c99 2>&1 | FileCheck %s -allow-empty
// CHECK-NOT: internal error
void strided_load(int n, int m, double a[], float b[2 * n + 2 * m + 6],
                  double c[2 * n + 2 * m + 6]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i % 3 != 1)
      c[i] = (a[1] > 1 ? 0.5 : 0.25) * a[0] + i;
    else
      a[i] = 0.5 * (b[i] - c[n + m - i]);
    if (i % 3 != 1)
      a[i] = 0.5 * (c[2 * i] - a[2 * i]) + i;
    else
      a[i + 2] = 0.5 * a[i + 2] + 0.5 * b[n + m - i] + 0.25 * c[i];
    for (int j = 2; j < m; j++)
      c[i + 1] = (a[j] > 1 ? 0.5 : 0.25) * b[2 * i];
  }
#pragma endscop
}
