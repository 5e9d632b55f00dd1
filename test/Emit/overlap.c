// Pointers that may overlap are compared at run time; restrict ones are not.
// RUN: %stevedore %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s
// RUN: %stevedore --assume-no-alias %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s --check-prefix=ASSUMED
void plain(int n, double *x, double *y) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
#pragma endscop
}
void restricted(int n, double *restrict x, double *restrict y) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = x[i] + 1;
#pragma endscop
}
// CHECK-LABEL: void plain(
// CHECK:       T1 >= 1 && stevedore_disjoint(
// CHECK-LABEL: void restricted(
// CHECK-NOT:   stevedore_disjoint(
// ASSUMED-LABEL: void plain(
// ASSUMED-NOT: stevedore_disjoint(
