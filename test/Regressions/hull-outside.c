// What is loaded for partial tiles stays inside of what the region reads, also
// where no constraint is common to all of its pieces.
// REQUIRES: stevedore, gcc, c-sanitizers
// RUN: %stevedore --strict %s -o %t.c -- -std=c99
// RUN: %sanitize -std=c99 -Wall -Wextra -Werror -DSTEVEDORE_T1=size %t.c -o %t.new
// RUN: %gcc -std=c99 -Wno-unknown-pragmas %s -o %t.old
// RUN: %t.old > %t.expected
// RUN: %t.new | diff %t.expected -

#include <stdio.h>

static unsigned A[30][30];
long size = 1;

static void f(int n, int m)
{
#pragma scop
  for (int i = n; i >= 0; i--) {
    A[n + m - i][i] = A[i][2 * i];
    for (int j = 0; j < n; j++)
      A[j + 3][i + 3] = A[j][j + 1] ^ A[2 * i][i];
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n += 3)
    for (int m = 0; m < 8; m += 3)
      for (size = 1; size < 60; size = 3 * size + 1) {
        unsigned sum = 0;
        for (int i = 0; i < 30; i++)
          for (int j = 0; j < 30; j++)
            A[i][j] = 31 * i + j;
        f(n, m);
        for (int i = 0; i < 30; i++)
          for (int j = 0; j < 30; j++)
            sum = 31 * sum + A[i][j];
        printf("%d %d %ld %u\n", n, m, size, sum);
      }
  return 0;
}
