// New code does not see the types that a region declares: regions stop there.
// RUN: %stevedore --profitable=off %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: %clang -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: %stevedore --profitable=off %s -o %t.marked.c -- -DMARKED 2>&1 | FileCheck %s --check-prefix=MARKED

double g[100];

// CHECK-LABEL: void f(
// CHECK: {{^ *}}typedef double element;
// CHECK: {{^ *}}/* compute */
// CHECK: * (element)2;
// MARKED: warning: a statement of kind Typedef declaration cannot be modelled
void f(int n) {
#ifdef MARKED
#pragma scop
#endif
  typedef double element;
  element x[100];
  for (int i = 0; i < n; i++)
    x[i] = i;
  for (int i = 0; i < n; i++)
    g[i] = x[i] * (element)2;
#ifdef MARKED
#pragma endscop
#endif
}
