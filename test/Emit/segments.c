// Rows that wrap are run in segments without a wrap. References to one buffer
// that move alike share a position, also those in a row above or below that
// reach less far, as those to a here; b is written ahead of where it is read.
// RUN: %stevedore %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s
void smooth(int steps, int n, double a[restrict n][n], double b[restrict n][n]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = a[i - 1][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = 0.25 * b[i][j];
  }
#pragma endscop
}
// CHECK-LABEL: void smooth(
// CHECK:       /* compute */
// CHECK:       for (long s0 =
// CHECK-NEXT:  g0 = stevedore_wrap({{[^=]*}}, b_n1), g1 = stevedore_wrap({{[^=]*}}, a_n1);
// CHECK-NOT:   g2
// CHECK:       const long r0 = stevedore_min(e0 - s0, stevedore_min(
// CHECK:       o1 = {{.*}} * a_n1 + g[[A:[0-9]]] - s0;
// CHECK-NEXT:  const long o2 = {{.*}} * a_n1 + g[[A]] - s0, o3 = {{.*}} * a_n1 + g[[A]] - s0;
// CHECK:       for (long j = s0; j <= s0 + r0; j++){{$}}
// CHECK-NEXT:    b_local[o0 + j] = a_local[o1 + j + 1]
// CHECK:       s0 += r0 + 1;
// CHECK:       /* store */
