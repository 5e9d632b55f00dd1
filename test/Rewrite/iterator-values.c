// RUN: %clang -O1 %s -o %t.before && %t.before > %t.expected
// RUN: %stevedore %s -o %t.c
// RUN: grep -q STEVEDORE_GET %t.c
// RUN: %clang -O1 -DSTEVEDORE_T1=2 %t.c -o %t.after && %t.after > %t.found
// RUN: cmp %t.expected %t.found

// Iterators declared before their loops have the values that C gives them
// afterwards, also when a loop is empty, inside of an empty loop, or under a
// condition.

#include <stdio.h>

static double A[64][64];

static int f(int n, int m) {
  int i = -1, j = -2, k = -3, l = -4;
#pragma scop
  for (i = 0; i < n; i++)
    for (j = 0; j < n - 1 - i; j++)
      for (k = 1; k <= m; k += 2)
        A[i][j] += k;
  for (l = n; l >= m; l -= 2)
    A[0][0] += 1;
#pragma endscop
  return ((i * 100 + j) * 100 + k) * 100 + l;
}

static int g(int n, int m) {
  int i = -1, j = -2, k = -3;
#pragma scop
  for (i = m; i > n; --i) {
    if (i % 2 == 0)
      for (j = 0; j < i; j++)
        A[j][i] -= i;
    for (k = i; k != 9; ++k)
      A[k][0] *= 0.5;
  }
#pragma endscop
  return (i * 100 + j) * 100 + k;
}

int main(void) {
  for (int n = 0; n < 8; n++)
    for (int m = 0; m < 8; m++)
      printf("%d %d %g %g\n", f(n, m), g(n, m), A[0][0], A[3][4]);
}
