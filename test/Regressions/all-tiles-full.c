// What the compute phase defines is unknown to the store phase, also where all
// tiles are full.
// REQUIRES: stevedore
// RUN: %stevedore --tile=32,32,32 %s -o %t.c -- -std=c99 2>&1 | FileCheck %s -allow-empty
// CHECK-NOT: internal error
enum { n = 96 };
void shortest(int d[n][n]) {
#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];
#pragma endscop
}
