// Statements that access nothing, in a loop whose buffer wraps: lowering looked
// for their accesses and crashed.
// REQUIRES: stevedore
// RUN: %stevedore --strict --profitable=off %s -o %t.c -- -std=c99 2>&1 | FileCheck --allow-empty %s
// RUN: grep -c __assert_fail %t.c
// CHECK-NOT: internal error
#include <assert.h>
void sums(int n, const double *v, double *o) {
  for (int i = 0; i + 1 < n; i++) {
    assert(i < n);
    assert(i + 1 < n);
    o[i] = v[i] + v[i + 1];
  }
}
