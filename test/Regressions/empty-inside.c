// A loop that is as long as a tile, with a loop inside that is empty for every
// value of its counter, is not run: tiles may be far larger than the problem.
// RUN: %stevedore --functions=^shade$ --profitable=off --schedule=source %s -o %t.c -- -std=c99
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=c99 -w -O1 %s -o %t.original && %t.original > %t.expected
// RUN: %gcc -std=c99 -w -O1 -DSTEVEDORE_T1=4 %t.c -o %t.small && %t.small | diff %t.expected -
// RUN: %gcc -std=c99 -w -O1 -DSTEVEDORE_T1='(1L << 30)' %t.c -o %t.large && %t.large | diff %t.expected -
// REQUIRES: gcc
#include <stdio.h>

static void shade(int m, int A[restrict 2 * m + 24][2 * m + 24],
                  int B[restrict 2 * m + 24][2 * m + 24]) {
#pragma scop
  for (int i = m - 1; i >= 0; i--) {
    if (i % 2 == 1)
      B[i + 5][i + 3] = A[i + 4][2 * i + 3];
    for (int j = 0; j < m - 1; j++) {
      int x = i;
      for (int q = 0; q < i; q++)
        x = 4 * A[j + 5][2 * i + 3] + x % 9;
      A[j + 5][j + 2] = 5 * A[2 * i + 5][j + 2] + x;
    }
  }
#pragma endscop
}
// CHECK: if (m_2 >= T1 + iT + 2)
// CHECK-NEXT: for (long i = 2 * m_2 - 2 * T1 - 2 * iT + 5;

int main(void) {
  static int A[42][42], B[42][42];
  unsigned sum = 0;
  for (int i = 0; i < 42; i++)
    for (int j = 0; j < 42; j++)
      A[i][j] = i * 7 + j % 5;
  shade(9, A, B);
  for (int i = 0; i < 42; i++)
    for (int j = 0; j < 42; j++)
      sum = sum * 31 + A[i][j] * 3u + B[i][j];
  printf("%u\n", sum);
}
