// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// Calls that set or copy memory are loops.
#include <string.h>

void one(int n, double *restrict a, double *restrict b) {
#pragma scop
  memset(a, 0, n * sizeof *a);
  memcpy(b + 1, a, sizeof(double) * (n - 1));
  __builtin_memset(&b[n], 0, 3 * sizeof(*b));
  for (int i = 0; i < n; i++)
    a[i] += b[i];
#pragma endscop
}
// CHECK-NOT: warning
// CHECK-LABEL: # one
// CHECK: domain: {{.*}}S1[j] : 0 <= j <= -2 + n; S2[j] : 0 <= j <= 2; S0[j] : 0 <= j < n }
// CHECK: reads: {{.*}}S1[j] -> a[j]
// CHECK: mustWrites: {{.*}}S2[j] -> b[n + j] : 0 <= j <= 2; S0[j] -> a[j] : {{.*}}S1[j] -> b[1 + j]

// Rows, whole arrays, and flat ones of several factors.
void rows(int n, int m, double A[n][m], double B[n][m], double *restrict c,
          double *restrict d) {
  double L[20][30];
#pragma scop
  memset(&L[0][0], 0, sizeof L);
  for (int i = 0; i < n; i++) {
    memset(A[i], 0, m * sizeof(double));
    memcpy(&A[i][1], B[i], (m - 1) * sizeof(double));
    memset(&c[i * m], 0, m * sizeof(double));
  }
  memcpy(L[3], L[4], sizeof L[3]);
  memset(c, 0, n * m * sizeof *c);
  memcpy(B, c, n * m * sizeof *c);
  memcpy(d, L, sizeof L);
  for (int i = 0; i < n; i++)
    c[i * m] = L[i][i];
#pragma endscop
}
// CHECK-LABEL: # rows
// CHECK: mustWrites: "[n, m] -> {
// CHECK-DAG: S0[j, k] -> L[j, k] : 0 <= j <= 19 and 0 <= k <= 29
// CHECK-DAG: S1[i, j] -> A[i, j] : 0 <= i < n and 0 <= j < m
// CHECK-DAG: S2[i, j] -> A[i, 1 + j] : 0 <= i < n and 0 <= j <= -2 + m
// CHECK-DAG: S3[i, j] -> c[i, j] : 0 <= i < n and 0 <= j < m
// CHECK-DAG: S4[j] -> L[3, j] : 0 <= j <= 29
// CHECK-DAG: S5[j, k] -> c[j, k] : 0 <= j < n and 0 <= k < m
// CHECK-DAG: S6[j, k] -> B[j, k] : 0 <= j < n and 0 <= k < m
// CHECK-DAG: S7[j, k] -> d[30j + k] : 0 <= j <= 19 and 0 <= k <= 29
