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
// CHECK-DAG:   double stevedore_x[16]
// CHECK-DAG:   double stevedore_y[16]
// CHECK:       stevedore_I1 += 16)
// CHECK-NOT:   STEVEDORE_ALLOC
