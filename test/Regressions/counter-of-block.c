// REQUIRES: stevedore, gcc
// RUN: %stevedore %s -o %t.c -- -std=c99 2>&1 | count 0
// RUN: FileCheck %s < %t.c
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas %s -o %t.original && %t.original > %t.expected
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -DSTEVEDORE_T1=3 -DSTEVEDORE_T2=2 %t.c -o %t.rewritten && %t.rewritten | diff %t.expected -

// The counter of the inner loop has a final value, the loop around it a counter
// of the block that is replaced.
// CHECK: STEVEDORE_PUT(
// CHECK: {{^}}int c;
// CHECK-NEXT: c = 1;
// CHECK-NEXT: if (c < columns) {
#include <stdio.h>

static int sums(int n, int columns, double x[n][columns], double *restrict y) {
  int i = -1;
#pragma scop
  {
    int c;
    for (c = 1; c < columns; c++)
      for (i = 0; i < n; i++)
        y[i] += x[i][c];
  }
#pragma endscop
  return i;
}

int main(void) {
  double x[6][5], y[6] = {0};
  for (int i = 0; i < 30; i++)
    x[i / 5][i % 5] = i * i % 11;
  printf("%d\n", sums(6, 5, x, y));
  printf("%d\n", sums(6, 1, x, y));
  printf("%d\n", sums(0, 3, x, y));
  for (int i = 0; i < 6; i++)
    printf("%g\n", y[i]);
  return 0;
}
