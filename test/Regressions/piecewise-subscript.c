// Where the last value of an index variable makes a subscript one of several
// expressions, these are one function only together with their conditions.
// REQUIRES: stevedore
// RUN: %stevedore %s -o %t.c -- -std=c99 2>&1 | FileCheck %s -allow-empty
// CHECK-NOT: internal error
void last_row(int n, int m, double a[n + 4][2 * n + 4], double b[2 * n + 2 * m + 6],
              double c[2 * n + 2 * m + 6][2 * n + 2 * m + 6]) {
  int row = 0;
#pragma scop
  for (int i = 0; i < n + 1; i += 2) {
    b[i] = c[row][n + m - i] - c[i + 2][i + i];
    for (int j = 2; j < n; j++)
      if (i / 2 < 2) {
        row = j;
        a[j][i] = 0.5 * a[j][i];
      }
  }
#pragma endscop
}
