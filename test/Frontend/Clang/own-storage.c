// Memory that a function allocates, and of which nobody else learns the
// address, is not observed after the region where nothing of it is read, and
// overlaps nothing.
// RUN: %stevedore --print=scop --profitable=off %s -- -std=c99 | FileCheck %s
// RUN: %stevedore --tile=4 --profitable=off %s -- -std=c99 \
// RUN:     | grep -v "^//" | FileCheck --check-prefix=ALIAS %s
#include <stdlib.h>
#include <string.h>

// CHECK: # freed,
// CHECK: liveOut: [a]
// ALIAS-LABEL: void freed(
// ALIAS-NOT: stevedore_disjoint(
void freed(int n, double *a) {
  double *t = malloc(n * sizeof *t), *u = NULL;
  double(*v)[2];
  if (t == NULL || !(v = calloc(n, sizeof *v)))
    return;
  u = (double *)malloc(n * sizeof(double));
  memset(t, 0, n * sizeof *t);
  t[0] = *(u + 1) = v[0][1] = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    t[i] += u[i] + v[i][0];
    a[i] = t[i];
  }
#pragma endscop
  if (u)
    free(u);
  free(t);
  free(v);
}

// CHECK: # leaked,
// CHECK: liveOut: [a]
// ALIAS-LABEL: void leaked(
void leaked(int n, double *restrict a) {
  double *t = malloc(n * sizeof *t);
#pragma scop
  for (int i = 0; i < n; i++) {
    t[i] = i;
    a[i] = t[i];
  }
#pragma endscop
}

double *known;
void keeps(double *);

// CHECK: # copied,
// CHECK: liveOut: [t, u, v, w, x]
void copied(int n) {
  double *t = malloc(n * sizeof *t), *also = t;
  double *u = malloc(n * sizeof *u);
  double *v = malloc(n * sizeof *v);
  double *w = malloc(n * sizeof *w);
  double *x = known = malloc(n * sizeof *w);
  double *inside = &w[1];
  known = u + 1;
  keeps(v);
#pragma scop
  for (int i = 0; i < n; i++) {
    t[i] = i;
    u[i] = i;
    v[i] = i;
    w[i] = i;
    x[i] = i;
  }
#pragma endscop
  free(t);
  free(u);
  free(v);
  free(w);
  free(x);
  (void)also;
  (void)inside;
}

// CHECK: # returned,
// CHECK: liveOut: [t]
double *returned(int n) {
  double *t = malloc(n * sizeof *t);
#pragma scop
  for (int i = 0; i < n; i++)
    t[i] = i;
#pragma endscop
  return t;
}

// CHECK: # readLater,
// CHECK: liveOut: [t]
double readLater(int n) {
  double *t = malloc(n * sizeof *t);
#pragma scop
  for (int i = 0; i < n; i++)
    t[i] = i;
#pragma endscop
  double last = t[n - 1];
  free(t);
  return last;
}

// What a loop around the region keeps is read in its next iteration, unless the
// memory is new in each.
// CHECK: # inLoop,
// CHECK: liveOut: [t]
// CHECK: # inLoop,
// CHECK: liveOut: [{{ *}}]
void inLoop(int n, int m) {
  double *t = calloc(n, sizeof *t);
  while (m-- > 0) {
#pragma scop
    for (int i = 0; i < n; i++)
      t[i] = t[i] + i;
#pragma endscop
  }
  free(t);
  while (m++ < 0) {
    double *u = calloc(n, sizeof *u);
#pragma scop
    for (int i = 0; i < n; i++)
      u[i] = i;
#pragma endscop
    free(u);
  }
}
