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
// CHECK:       for (long stevedore_s0 =
// CHECK-COUNT-2: const long stevedore_g{{[0-9]}} = stevedore_wrap({{.*}}, stevedore_b_n1);
// CHECK-NOT:   stevedore_g3
// CHECK:       const long stevedore_r0 = stevedore_min(stevedore_e0 - stevedore_s0, stevedore_min(
// CHECK:       const long stevedore_o1 = {{.*}} * stevedore_a_n1 + stevedore_g[[A:[0-9]]] - stevedore_s0;
// CHECK-NEXT:  const long stevedore_o2 = {{.*}} * stevedore_a_n1 + stevedore_g[[A]] - stevedore_s0;
// CHECK-NEXT:  const long stevedore_o3 = {{.*}} * stevedore_a_n1 + stevedore_g[[A]] - stevedore_s0;
// CHECK:       for (long stevedore_c2 = stevedore_s0; stevedore_c2 <= stevedore_s0 + stevedore_r0; stevedore_c2++) {
// CHECK-NEXT:    stevedore_b[stevedore_o0 + stevedore_c2] = stevedore_a[stevedore_o1 + stevedore_c2 + 1]
// CHECK:       stevedore_s0 += stevedore_r0 + 1;
// CHECK:       /* store */
