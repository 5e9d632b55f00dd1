// Variables and pointers that loops move on by parameters have products of
// parameters for values: rows of an array with as many dimensions.
// REQUIRES: stevedore
// RUN: %stevedore --profitable=off --print=scop %s -- -std=c99 | FileCheck %s
// RUN: %stevedore --profitable=off --functions=equal %s -o %t.c -- -std=c99
// RUN: FileCheck --check-prefix=TESTED %s < %t.c

void rows(int n, int m, const float *x, const float *restrict w, float *restrict y) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum += x[j] * w[j];
    y[i] = sum;
    x += m;
  }
}
// CHECK-LABEL: # rows
// CHECK: reads: {{.*}} -> x[i, j] :

void counted(int n, int m, double *restrict a) {
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[k] = 1, k++;
}
// CHECK-LABEL: # counted
// CHECK: mustWrites: {{.*}} -> a[i, j] :

float *walked(int n, int m, float *restrict out, const float *in) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *out++ = 2 * *in++;
  return out;
}
// CHECK-LABEL: # walked
// CHECK: mustWrites: {{.*}} -> out[i, j] :

void largest(int n, int m, const float *x, int *restrict out) {
  for (int i = 0; i < n; i++) {
    float best = x[i * m];
    int at = 0;
    for (int j = 1; j < m; j++)
      if (x[i * m + j] > best) {
        best = x[i * m + j];
        at = j;
      }
    out[i] = at;
  }
}
// CHECK-LABEL: # largest
// CHECK: reads: {{.*}} -> x[i, j] :

void until(const float *end, float *restrict q, const float *restrict p) {
  while (q < end)
    *q++ = 2 * *p++;
}
// CHECK-LABEL: # until
// CHECK: mustWrites: {{.*}} -> q[

struct grid {
  int height, width, pitch;
  int *cells;
};
void fill(struct grid *g, int v) {
  for (int y = 0; y < g->height; y++)
    for (int x = 0; x < g->width; x++)
      g->cells[y * g->pitch + x] = v;
}
// CHECK-LABEL: # fill
// CHECK: mustWrites: {{.*}} -> g_cells[y, x] :

struct frame {
  int height, width;
  int cells[4096];
};
void clear(struct frame *f) {
  for (int y = 0; y < f->height; y++)
    for (int x = 0; x < f->width; x++)
      f->cells[y * f->width + x] = 0;
}
// CHECK-LABEL: # clear
// CHECK: mustWrites: {{.*}} -> f_cells[y, x] :

void equal(int n, int m, const struct grid *g, int *restrict out) {
  const int *first = g->cells, *p;
  for (int i = 0; i < n; i++) {
    p = g->cells;
    for (int j = 0; j < m; j++)
      out[i * m + j] = *p++;
    p = first + i;
  }
}
// CHECK-LABEL: # equal
// CHECK: reads: {{.*}} -> g_cells[j] :
// TESTED-LABEL: void equal(
// TESTED: if (T1 >= 1 && T2 >= 1) {
