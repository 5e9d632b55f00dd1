// What moves or sets memory is written as a loop.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

#include <string.h>

#ifndef FOLLOWED
void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: memory.c:[[@LINE+2]]:3: warning: call of 'memmove', which may have side effects [-Wstevedore]
// CHECK: note: write it as a loop over the elements
  memmove(a, a + 1, n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] += b[i];
#pragma endscop
}
#else
void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = a[i + 1];
  for (int i = 0; i < n; i++)
    a[i] += b[i];
#pragma endscop
}
#endif
