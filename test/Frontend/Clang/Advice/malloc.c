// Memory is allocated before the region and freed after it.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

#include <stdlib.h>

#ifndef FOLLOWED
void f(int n, double *a) {
  double *t;
#pragma scop
// CHECK: malloc.c:[[@LINE+2]]:7: warning: call of 'malloc', which may have side effects [-Wstevedore]
// CHECK: note: allocate before the region, and free after it
  t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = i;
  for (int i = 0; i < n; i++)
    a[i] += t[i];
  free(t);
#pragma endscop
}

void g(int n, double *a) {
#pragma scop
// CHECK: malloc.c:[[@LINE+2]]:11: warning: pointer 't' is declared in the region [-Wstevedore]
// CHECK: note: {{.*}}or declare it, and allocate what it points to, before the region
  double *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    a[i] += t[i];
#pragma endscop
}
#else
void f(int n, double *a) {
  double *t = malloc(n * sizeof *t);
#pragma scop
  for (int i = 0; i < n; i++)
    t[i] = i;
  for (int i = 0; i < n; i++)
    a[i] += t[i];
#pragma endscop
  free(t);
}
#endif
