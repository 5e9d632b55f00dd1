// Dependences are between instances that exist, also where isl simplifies
// those of loops with steps to more of them.
// REQUIRES: stevedore
// RUN: %stevedore --print=schedule %s -- -std=c99 2>&1 | FileCheck %s
// CHECK-NOT: internal error
// CHECK: band 2

enum { most = 60 };

void f(int n, int m, double a[restrict][most][most], double *restrict b)
{
#pragma scop
  for (int i = 1; i < n - 1; i++) {
    b[i] = 0.25 * b[n + m - i] * b[i];
    a[i][2 * i][2 * i] += a[n + m - i][i + 3][2 * i] + b[n + m - i];
  }
  for (long i = 2; i < n + 1; i++) {
    float v = b[2] + a[2 * i][i][n + m - i];
    a[i + 2][2 * i][i] = 0.75 * v;
    b[2 * i] = a[i][2 * i][i + 1] - b[2];
  }
  for (int i = 0; i < n + 1; i += 3) {
    unsigned v = 84;
    b[i + 3] = v - a[1][n + m - i][i];
    for (int j = n; j >= 0; j--) {
      for (int k = 2; k < m; k++)
        b[n + m - i] = a[k][2 * j][j + k] * b[j + 1];
      b[i] = v * b[j];
      if (j <= i)
        v = v ^ 1;
      else
        v = v ^ (unsigned)j;
    }
  }
#pragma endscop
}
