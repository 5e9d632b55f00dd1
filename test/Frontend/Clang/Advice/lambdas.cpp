// Lambda expressions stand before the region, or their bodies in it.
// RUN: %stevedore %s -o %t.cpp -- -std=c++17 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.cpp -- -std=c++17 \
// RUN:     -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.cpp
// DONE: = half(
// DONE: /* compute */

#ifndef FOLLOWED
void f(int n, double *a, const double *b) {
#pragma scop
// CHECK: lambdas.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: lambda expression in a region [-Wstevedore]
// CHECK: note: write the lambda's body in place, or keep it out of the region
  auto half = [](double v) { return v / 2; };
  for (int i = 0; i < n; i++)
    a[i] = half(b[i]);
#pragma endscop
}

void g(int n, double *a, const double *b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: lambdas.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: lambda expression in a region [-Wstevedore]
// CHECK: note: write the lambda's body in place, or keep it out of the region
    a[i] = [](double v) { return v / 2; }(b[i]);
#pragma endscop
}
#else
void f(int n, double *a, const double *b) {
  auto half = [](double v) { return v / 2; };
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = half(b[i]);
#pragma endscop
}

void g(int n, double *a, const double *b) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[i] / 2;
#pragma endscop
}
#endif
