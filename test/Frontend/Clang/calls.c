// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// Functions that may be called: the mathematical library, const functions,
// functions whose bodies are plain arithmetic, pure functions that cannot see
// what the region writes.

#include <math.h>

__attribute__((const)) double declared(double);
__attribute__((pure)) double reads(int);
static inline double square(double x) {
  double y = x;
  y *= x;
  return y;
}
static double scale = 2;
static double scaled(double x) { return x > 0 ? scale * x : fabs(x); }

void f(int n, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = sqrt(a[i]) + declared(i) + square(a[i]) + scaled(a[i]) + reads(i);
#pragma endscop
}
// CHECK-NOT: warning
// CHECK: S0[i] -> a[i]
