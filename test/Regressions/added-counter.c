// Loops that isl adds have counters with names of their own; what is computed
// from them stands inside of them.
// REQUIRES: stevedore
// RUN: %stevedore --modulo=pow2 %s -o %t.c -- -std=c99 2>&1 \
// RUN:   | FileCheck --allow-empty %s
// CHECK-NOT: {{.}}

void shear(int n, int A[53][30])
{
#pragma scop
  for (int i = 2; i < n; i += 2) {
    for (int j = 1; j < n; j++)
      A[i - j + 13][j + 11] += A[2 * i + j + 13][j - i + 15] - A[13 - i][i - j + 14];
    A[10][i + 11] -= A[i + 14][i + 14];
  }
#pragma endscop
}
