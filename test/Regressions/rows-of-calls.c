// Where calls are given pointers to rows, all accesses have to be in rows of that
// length, which is tested where subscripts have no other bound.
// RUN: %stevedore --functions=^kernel$ --tile=3,7 %s -o %t.c -- -std=c99 2>&1 | not grep error
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=c99 -Wall -Wno-unknown-pragmas %s -o %t.original && %t.original > %t.expected
// RUN: %gcc -std=c99 -Wall -Wno-unknown-pragmas -fsanitize=address,undefined %t.c -o %t.tiled && %t.tiled | diff %t.expected -
// REQUIRES: gcc, gcc-sanitizers
#include <stdio.h>

static double sum(const double *v, int n) {
  double x = 0;
  for (int i = 0; i < n; i++)
    x += v[i];
  return x;
}

// CHECK-LABEL: void kernel(
// CHECK: <= 50
// CHECK: /* load */
// CHECK: if (!done) {
void kernel(int n, int m, double c[restrict 50][50]) {
#pragma scop
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++)
      c[i][j] = sum(c[j], n) * 0.01;
    c[i][i] = 2;
  }
#pragma endscop
}

static double a[50][50];

int main(void) {
  for (int n = 0; n < 51; n += 1 + n / 2)
    for (int m = 0; m < 51; m += 10) {
      double all = 0;
      for (int i = 0; i < 50; i++)
        for (int j = 0; j < 50; j++)
          a[i][j] = (i * 7 + j * 5) % 11;
      kernel(n, m, a);
      for (int i = 0; i < 50; i++)
        for (int j = 0; j < 50; j++)
          all = all * 0.99 + a[i][j];
      printf("%a\n", all);
    }
}
