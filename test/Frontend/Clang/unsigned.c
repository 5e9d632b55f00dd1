// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s
// RUN: %stevedore %s -o %t.c && FileCheck %s --check-prefix=OUT < %t.c

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
// CHECK: context: {{.*}}n >= 0 and m >= 0
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

// Products of 32 bits: a condition in 64 bits says that none wraps around.
void rows(unsigned n, unsigned m, double *restrict a, double *restrict b) {
#pragma scop
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[i * m + j] = b[(j + 1) * n + i];
#pragma endscop
}
// CHECK-LABEL: # rows
// CHECK: reads: {{.*}}S0[i, j] -> b[1 + j, i]
// CHECK: mustWrites: {{.*}}S0[i, j] -> a[i, j]
// OUT-LABEL: void rows(
// OUT: ((long long)(m)) > 0 && (long long)(n) - 1 < 4294967295 / ((long long)(m))
// OUT-SAME: ((long long)(n)) > 0 &&
// OUT-NEXT: (long long)(m) < 4294967295 / ((long long)(n))

void cube(unsigned n, unsigned m, unsigned l, double *restrict a) {
#pragma scop
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      for (unsigned k = 0; k < l; k++)
        a[(i * m + j) * l + k] = 0;
#pragma endscop
}
// CHECK-LABEL: # cube
// CHECK: mustWrites: {{.*}}S0[i, j, k] -> a[i, j, k]
// OUT-LABEL: void cube(
// OUT: (long long)(n) - 1 < 4294967295 / ((long long)(m)) / ((long long)(l))

// What Rejections/unsigned-product.c is advised to be.
void half(int n, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i / 2 * n + j] = 1;
#pragma endscop
}
// CHECK-LABEL: # half
// CHECK: mustWrites: {{.*}}S0[i, j] -> a[
