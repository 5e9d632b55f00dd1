// RUN: %stevedore --print=scop %s 2>/dev/null | FileCheck %s
// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: %clang -std=c99 -Wall -Wextra -Wno-unused-label -Wno-unknown-pragmas \
// RUN:     -Werror -c %t.c -o %t.o

// A label names a loop; nothing jumps to it.
int named(int n, double *a) {
  register double sum;
  int i;
#pragma scop
rows:
  for (i = 0; i < n; i++) {
  body:
    sum = 2 * a[i];
  inner:
    for (int j = 0; j < 3; j++)
    last:
      sum *= 0.5;
    a[i] = sum;
  }
#pragma endscop
  return i;
}
// CHECK-LABEL: # named
// CHECK: S1[i, j] : 0 <= i < n and 0 <= j <= 2

void jumps(int n, double *a) {
#pragma scop
// REFUSED: labels.c:[[@LINE+1]]:{{[0-9]+}}: warning: label 'again' in a region
again:
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 0.5;
#pragma endscop
  if (a[0] > 1)
    goto again;
}
