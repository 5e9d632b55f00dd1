// What a tile loads has no elements that an earlier tile wrote, which isl adds
// where it coalesces what is left of a set with divisions.
// REQUIRES: stevedore
// RUN: %stevedore --order=pipelined %s -o %t.c -- -std=c99 2>&1 | FileCheck %s -allow-empty
// CHECK-NOT: coarser answer
struct cell {
  unsigned x, y;
};
void read_ahead(int n, struct cell a[], double b[]) {
#pragma scop
  for (long i = 0; i < n + 1; i++) {
    float v = (float)(0.5 * a[i].x + 0.25 * b[i + 3]);
    b[i] = 0.5f * b[i] + ((double)(0.5 * a[i].x + 0.25 * v));
    a[i + i].x = (unsigned)(a[i].x ^ a[i].x);
  }
#pragma endscop
}
