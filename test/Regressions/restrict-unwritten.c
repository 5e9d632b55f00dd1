// Restrict pointers say of what is accessed alone that it does not overlap: where
// data decide what is written, tiles store other elements, too, as they were, and
// a test at run time decides. Where all is written, none is needed.
// RUN: %stevedore --profitable=off '--functions=^[^m]' %s -o %t.c -- -std=c99
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=c99 -w -O0 %s -o %t.original && %t.original > %t.expected
// RUN: %gcc -std=c99 -w -O0 -DSTEVEDORE_T1=3 %t.c -o %t.tiled && %t.tiled | diff %t.expected -
// REQUIRES: gcc
#include <stdio.h>

// CHECK-LABEL: void conditional(
// CHECK: && {{stevedore_disjoint}}(b_lo, b_hi, a_lo, a_hi)
void conditional(int n, const char *c, int b[restrict n],
                 int a[restrict n]) {
  for (int i = 0; i < n; i++) {
    b[i] += 1;
    if (c[i])
      a[i] = 7;
  }
}
// CHECK-LABEL: void chosen(
// CHECK: && {{stevedore_disjoint}}(b_lo, b_hi, a_lo, a_hi)
void chosen(int n, const int *x, int *restrict b, int *restrict a) {
  for (int i = 0; i < n; i++) {
    b[i] += 10;
    a[x[i] & 31] += 1;
  }
}
// CHECK-LABEL: void written(
// CHECK-NOT: && {{stevedore_disjoint}}(
// CHECK: {{/. load ./}}
void written(int n, int *restrict b, const int *restrict a) {
  for (int i = 0; i < n; i++)
    b[i] += a[i] * 3;
}

int main(void) {
  char none[16] = {0};
  int a[32], x[16];
  for (int i = 0; i < 32; i++)
    a[i] = i;
  for (int i = 0; i < 16; i++)
    x[i] = 16 + i * 7 % 16;
  conditional(16, none, a, a);
  chosen(16, x, a, a);
  written(16, a, a + 16);
  for (int i = 0; i < 32; i++)
    printf("%d ", a[i]);
  return 0;
}
