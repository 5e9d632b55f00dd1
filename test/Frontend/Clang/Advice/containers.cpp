// Containers give their size and a pointer before the region.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

#include <array>
#include <deque>
#include <vector>

#ifndef FOLLOWED
void bound(std::deque<double> &v, double *a) {
#pragma scop
// CHECK: containers.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: loop bound 'v.size()' {{.*}} [-Wstevedore]
// CHECK: note: copy the size into a variable before the region, 'const int n = v.size();'
  for (int i = 0; i < v.size(); i++)
    a[i] += i;
#pragma endscop
}

void elements(std::vector<double> &v, int n) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: containers.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: call of 'at', which may have side effects [-Wstevedore]
// CHECK: note: take a pointer to the elements before the region, 'p = v.data()', and use 'p[i]'
    v.at(i) += i;
#pragma endscop
}

void fixed(std::array<double, 1000> &v) {
#pragma scop
  for (int i = 0; i < 1000; i++)
// CHECK: containers.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: call of 'at', which may have side effects [-Wstevedore]
// CHECK: note: take a pointer to the elements before the region, 'p = v.data()', and use 'p[i]'
    v.at(i) += i;
#pragma endscop
}
#else
void bound(std::deque<double> &v, double *a) {
  const int n = v.size();
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += i;
#pragma endscop
}

void elements(std::vector<double> &v, int n) {
  double *p = v.data();
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] += i;
#pragma endscop
}

void fixed(std::array<double, 1000> &v) {
  double *p = v.data();
#pragma scop
  for (int i = 0; i < 1000; i++)
    p[i] += i;
#pragma endscop
}
#endif
