// Constant tile sizes give plain arrays and no allocation.
// RUN: %stevedore --tile=16 %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s
void scale(int n, double x[restrict n], double y[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
#pragma endscop
}
// CHECK-LABEL: void scale(
// CHECK-NOT:   STEVEDORE_ALLOC
// CHECK-DAG:   STEVEDORE_LOCAL(double, x_local, [16]){{( = [{]0[}])?}};
// CHECK-DAG:   STEVEDORE_LOCAL(double, y_local, [16]){{( = [{]0[}])?}};
// CHECK:       iT += 16)
// CHECK-NOT:   STEVEDORE_ALLOC
// So are the moduli of rings that the problem could make shorter.
void smooth(int n, double x[restrict n], double y[restrict n]) {
#pragma scop
  for (int i = 1; i < n - 20; i++)
    y[i] = x[i - 1] + x[i + 20];
#pragma endscop
}
// CHECK-LABEL: void smooth(
// CHECK-NOT:   x_n0
// CHECK:       stevedore_wrap({{.*}}, 37)
