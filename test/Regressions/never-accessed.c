// REQUIRES: stevedore, gcc
// RUN: %stevedore %s -o %t.c -- -std=c99 -w 2>&1 | count 0
// RUN: FileCheck %s < %t.c
// RUN: %gcc -std=c99 -w %s -o %t.original && %t.original > %t.expected
// RUN: %gcc -std=c99 -w -DSTEVEDORE_T1=3 %t.c -o %t.rewritten && %t.rewritten | diff %t.expected -

// A macro may leave a branch of `?:` that is never taken: no instance accesses
// what it mentions.
// CHECK: STEVEDORE_GET(
// CHECK: STEVEDORE_GET(
#include <stdio.h>

#define SHIFTED(a, by) ((by) == 1 ? ((a) >> 1) + ((a) & 1) : ((a) >> 1) + (by))

static void halve(int n, short *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = SHIFTED(a[i], 4);
#pragma endscop
}

static void fill(int n, int *restrict a, const int *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0 ? b[i + n] : i;
#pragma endscop
}

int main(void) {
  short a[10];
  int b[10];
  for (int i = 0; i < 10; i++)
    a[i] = 100 - 7 * i;
  halve(10, a);
  fill(10, b, b);
  for (int i = 0; i < 10; i++)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
