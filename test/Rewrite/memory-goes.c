// The memory of an array goes where the new loops do not need it: its
// declaration, its allocation, the tests whether there is any, and what frees
// it. It stays where original loops remain, or anything else needs it.
// RUN: %stevedore --tile=4 %s -- -std=c99 -Wall -Wextra -Werror > %t.c
// RUN: grep -v "^//" %t.c | FileCheck %s
// RUN: %stevedore %s -- -std=c99 -Wall -Wextra -Werror \
// RUN:     | grep -v "^//" | FileCheck --check-prefix=STAYS %s
#include <stdlib.h>

// CHECK-LABEL: int heap(
// CHECK-NEXT:    double *v = malloc(8), w = 3;
// CHECK-NEXT:    v[0] = w;
// CHECK-NEXT:    {
// CHECK-NOT:     {{^ *\(void\)|malloc|free}}
// CHECK:       STEVEDORE_LOUD
// CHECK-NEXT:    }
// CHECK-NEXT:    free(v);
// CHECK-NEXT:    return 0;
// STAYS-LABEL: int heap(
// STAYS: double *t = malloc(
// STAYS: if (!t)
// STAYS: free(t);
int heap(int n, double a[restrict n], double c[restrict n]) {
  double *t = malloc(n * sizeof *t);
  if (!t)
    return 1;
  double *u;
  double *v = malloc(8), w = 3;
  u = calloc(n, sizeof *u); v[0] = w;
  if (u == NULL) {
    free(t);
    return 1;
  }
#pragma scop
  for (int i = 0; i < n; i++) {
    u[i] = a[i] * 2;
    t[i] = u[i] * 2;
  }
  for (int i = 0; i < n; i++)
    c[i] = t[i] + 1;
#pragma endscop
  free(t);
  if (u)
    free(u);
  free(v);
  return 0;
}

// CHECK-LABEL: void stack(
// CHECK-NEXT:    double kept[4] = {0}, other[4];
// CHECK-NEXT:    {
// CHECK-NOT:     {{double t\[|\(void\)}}
// CHECK:         (void)kept;
void stack(int n, double a[restrict n], double c[restrict n]) {
  double t[n];
  double kept[4] = {0}, other[4];
#pragma scop
  for (int i = 0; i < n; i++) {
    t[i] = a[i] * 2;
    c[i] = t[i];
  }
#pragma endscop
  (void)kept;
  (void)other;
}

// Zeros are read.
// CHECK-LABEL: void zeros(
// CHECK-NEXT:    double *t = calloc(
// CHECK:         free(t);
void zeros(int n, double c[restrict n]) {
  double *t = calloc(n + 1, sizeof *t);
#pragma scop
  for (int i = 0; i < n; i++) {
    t[i] = t[i] + i;
    c[i] = t[i];
  }
#pragma endscop
  free(t);
}

// A second region needs it.
// CHECK-LABEL: void twice(
// CHECK-NEXT:    double t[n];
void twice(int n, double a[restrict n], double c[restrict n]) {
  double t[n];
#pragma scop
  for (int i = 0; i < n; i++) {
    t[i] = a[i] * 2;
    c[i] = t[i];
  }
#pragma endscop
  c[0] = 3;
#pragma scop
  for (int i = 0; i < n; i++) {
    t[i] = a[i] * 4;
    c[i] = t[i];
  }
#pragma endscop
}
