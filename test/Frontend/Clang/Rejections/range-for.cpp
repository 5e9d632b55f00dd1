// RUN: %stevedore %s -o %t.cpp -- -std=c++17 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

#include <deque>

void f(std::deque<double> &v) {
#pragma scop
// CHECK: range-for.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: range-based 'for' loop in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write it as a 'for' loop over an integer subscript
  for (double &x : v)
    x = 1;
#pragma endscop
}
