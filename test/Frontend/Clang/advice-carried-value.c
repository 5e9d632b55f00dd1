// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// What Rejections/carried-value.c is advised to be.
void triangular(int n, double a[restrict n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i][j] = 1;
#pragma endscop
}
// CHECK-NOT: warning
// CHECK: mustWrites: {{.*}}S0[i, j] -> a[i, j]

void counted(int n, int m, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = 1;
#pragma endscop
}
// CHECK-NOT: warning
// CHECK: mustWrites: {{.*}}S0[i, j] -> a[i, j]
