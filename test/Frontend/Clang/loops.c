// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// Every form of loop, with the values that the iterator takes.

void up(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 1; i <= n; i += 3)
    a[i] = 1;
  for (int i = 2; n > i; i = i + 2)
    a[i] = 2;
  for (int i = 3; i != n; ++i)
    a[i] = 3;
  for (int i = 0; 2 * i + 1 < n; i = 1 + i)
    a[i] = 4;
#pragma endscop
}
// CHECK-LABEL: # up, line 7
// CHECK-DAG: S0[i] : 0 <= i < n
// CHECK-DAG: S1[i] : (-1 + i) mod 3 = 0 and 0 < i <= n
// CHECK-DAG: S2[i] : (i) mod 2 = 0 and 2 <= i < n
// CHECK-DAG: S3[i] : 3 <= i < n
// CHECK-DAG: S4[i] : i >= 0 and 2i <= -2 + n

void down(int n, double *a) {
#pragma scop
  for (int i = n - 1; i >= 0; i--)
    a[i] = 0;
  for (int i = n; i > 1; i -= 2)
    a[i] = 1;
  for (int i = n; i != 0; i = i - 1)
    a[i] = 2;
#pragma endscop
}
// CHECK-LABEL: # down, line 28
// CHECK-DAG: S0[i] : 0 <= i < n
// CHECK-DAG: S1[i] : (n + i) mod 2 = 0 and 2 <= i <= n
// CHECK-DAG: S2[i] : 0 < i <= n
// CHECK: schedule:
// CHECK-SAME: S{{[0-2]}}[i] -> [{{[0-2]}}, -i]

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

void several_bounds(int n, int m, double A[n][m]) {
  int i, j;
#pragma scop
  for (i = MAX(1, m - 3); i < n && i <= 2 * m; i++)
    for (j = i; j < MIN(m, i + 8); j++)
      A[i][j] = 0;
  for (i = 0; i < n || i < m; i++)
    A[0][i] = 1;
#pragma endscop
}
// CHECK-LABEL: # several_bounds, line 49
// CHECK-DAG: S0[i, j] : i >= -3 + m and 0 < i < n and i <= j < m
// CHECK-DAG: S1[i] : i >= 0 and (i < n or (n <= i < m))

// The loop ends at the first value that fails the condition.
void ends_early(double *a) {
#pragma scop
  for (int i = 0; i < 100 && i % 8 != 5; i++)
    a[i] = 0;
#pragma endscop
}
// CHECK-LABEL: # ends_early, line 63
// CHECK: S0[i] : 0 <= i <= 4
