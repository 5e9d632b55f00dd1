/* Part of the Stevedore project, under the Apache License v2.0 with LLVM
   Exceptions. See LICENSE for licence information.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* Tiles along parallel loops, in fronts, and those that one worker executes. */

void product(int n, double a[n][n], double b[n][n], double c[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        a[i][j] += b[i][k] * c[k][j];
#pragma endscop
}

void heat(int n, int steps, double a[n][n], double b[n][n]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        a[i][j] = b[i][j];
  }
#pragma endscop
}

void prefix(int n, double a[n][n], double c[n][n]) {
#pragma scop
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      a[0][j] += 0.01 * (a[0][(j + 1) % 2] + c[i][j]);
  for (int j = 0; j < n; j++)
    c[1][j] = a[0][j];
#pragma endscop
}
