// RUN: %stevedore %s -o %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %clang++ -Wall -Wextra -Werror -c %t.cpp -o %t.o

// The preamble and the size macros stand at file scope, before the outermost
// declaration, its attributes and its comments.

// CHECK: {{^}}namespace outer {
namespace outer {
int before;
}

// CHECK: {{^}}#include <stdlib.h>
// CHECK: {{^}}#ifndef scale_T1
// CHECK: {{^}}// About the namespace.
// CHECK-NEXT: {{^}}namespace outer {
// About the namespace.
namespace outer {
void scale(int n, double *a) {
  // CHECK-NOT: {{^ *}}#pragma scop
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] *= 2;
#pragma endscop
  // CHECK: {{^}}} // namespace outer
}
} // namespace outer

// CHECK-NOT: {{^}}#include
// CHECK: {{^}}#ifndef shift_T1
// CHECK: {{^}}/* Shifts.
// CHECK: {{^}}[{{\[}}nodiscard]]
/* Shifts.
   All. */
[[nodiscard]]
int shift(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += 2;
#pragma endscop
  return n;
}
