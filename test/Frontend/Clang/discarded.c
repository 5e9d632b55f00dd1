// What the program discards so that compilers do not call it unused is mentioned
// behind the new loops, too.
// REQUIRES: gcc, clang
// RUN: %stevedore --profitable=off --tile=7 %s -o %t.c -- && FileCheck --input-file=%t.c %s
// RUN: %clang -std=c99 -Wall -Wextra -Werror -fsyntax-only %t.c
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -fsyntax-only %t.c
int inner(const int *x, const int *y, int length, int target) {
  int sum = 0;
  (void)target;
  for (int i = 0; i < length; i++)
    sum += x[i] * y[i];
  return sum;
}
// CHECK-LABEL: {{^}}int inner(
// CHECK: compute
// CHECK: (void)target;
// CHECK: return sum;

// Nothing is left of a counter's step.
void copy(int from, int n, int to, double *restrict b, const double *restrict a) {
  int i = from;
  for (; i < n; i++, to++)
    b[to] = a[i];
}
// CHECK-LABEL: {{^}}void copy(
// CHECK: compute
// CHECK-NOT: (int)
// CHECK: store
