// What is printed of a region with private variables are the bands that the
// program gets: a variable that only local memory holds binds no loops.
// REQUIRES: stevedore
// RUN: %stevedore --print=schedule --reuse=strip %s -- -std=c99 \
// RUN:     | FileCheck %s --check-prefix=STRIP
// RUN: %stevedore --print=schedule --reuse=none %s -- -std=c99 \
// RUN:     | FileCheck %s --check-prefix=NONE
// RUN: %stevedore --print=schedule --allocation=none %s -- -std=c99 \
// RUN:     | FileCheck %s --check-prefix=NONE
//
// STRIP: band 0 (0 outer, 3 tiled, T1...T3):
// NONE:  band 0 (0 outer, 1 tiled, T1...T1):
void symm(int n, int m, double C[n][m], double A[n][n], double B[n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double below = 0;
      for (int k = 0; k < i; k++) {
        C[k][j] += B[i][j] * A[i][k];
        below += B[k][j] * A[i][k];
      }
      C[i][j] += B[i][j] * A[i][i] + below;
    }
#pragma endscop
}
