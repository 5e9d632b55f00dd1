// Each tile loads, computes and stores; computation touches local memory only.
// RUN: %stevedore %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s
void scale(int n, double x[restrict n], double y[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
#pragma endscop
}
// CHECK-LABEL: void scale(
// CHECK:       for (long stevedore_I1 = 0; stevedore_I1 < stevedore_n; stevedore_I1 += stevedore_T1)
// CHECK:       /* load */
// CHECK:       STEVEDORE_GET(&stevedore_x[{{.*}}], &x[stevedore_I1], (size_t)
// CHECK-NOT:   STEVEDORE_PUT
// CHECK:       /* compute */
// CHECK:       stevedore_y[{{.*}}] = 2 * stevedore_x[
// CHECK:       /* store */
// CHECK-NOT:   STEVEDORE_GET
// CHECK:       STEVEDORE_PUT(&y[stevedore_I1], &stevedore_y[{{.*}}], (size_t)
// CHECK:       if (!stevedore_done)
// CHECK:       y[i] = 2 * x[i];
