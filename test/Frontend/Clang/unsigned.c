// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// Unsigned counters where no value wraps around, or where a condition on
// parameters says so.

#include <stddef.h>

void plain(size_t n, unsigned m, double *a) {
#pragma scop
  for (size_t i = 0; i < n; i++)
    a[i] = 0;
  for (unsigned i = m; i > 0; i--)
    a[i - 1] = 1;
#pragma endscop
}
// CHECK-LABEL: # plain
// CHECK: context: {{.*}}m >= 0 and n >= 0
// CHECK-DAG: S0[i] : m >= 0 and 0 <= i < n
// CHECK-DAG: S1[i] : n >= 0 and 0 < i <= m

void minus_one(unsigned n, double *a) {
#pragma scop
  for (unsigned i = 0; i < n - 1; i++)
    a[i] = 0;
#pragma endscop
}
// CHECK-LABEL: # minus_one
// CHECK: context: {{.*}}n > 0
// CHECK: S0[i] : {{(n > 0 and )?}}0 <= i <= -2 + n

void mixed(int n, double *a) {
#pragma scop
  for (size_t i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}
// CHECK-LABEL: # mixed
// CHECK: context: {{.*}}n >= 0
