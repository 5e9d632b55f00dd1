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
// CHECK:       for (long iT = 0; iT < n_2; iT += T1)
// CHECK:       /* load */
// CHECK:       STEVEDORE_GET(&x_local[{{.*}}], &x[iT], {{.*}} * sizeof(double))
// CHECK-NOT:   STEVEDORE_PUT
// CHECK:       /* compute */
// CHECK:       y_local[{{.*}}] = 2 * x_local[
// CHECK:       /* store */
// CHECK-NOT:   STEVEDORE_GET
// CHECK:       STEVEDORE_PUT(&y[iT], &y_local[{{.*}}], {{.*}} * sizeof(double))
// CHECK:       if (!done)
// CHECK:       y[i] = 2 * x[i];
