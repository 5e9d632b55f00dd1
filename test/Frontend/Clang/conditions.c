// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// Conditions with C's semantics: division truncates, the remainder has the
// sign of the dividend.

void logic(int n, int m, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i < m && i != 3)
      a[i] = 0;
    else
      a[i] = 1;
    if (!(i >= 10) || i == m)
      a[i] = 2;
    if (i & 1)
      a[i] = 3;
  }
#pragma endscop
}
// CHECK-LABEL: # logic
// CHECK-DAG: S0[i] : 0 <= i < m and i < n and (i >= 4 or i <= 2)
// CHECK-DAG: S1[i] : i >= m and 0 <= i < n and (i >= 4 or i <= 2)
// CHECK-DAG: S1[i = 3] : n >= 4
// CHECK-DAG: S2[i] : 0 <= i <= 9 and i < n
// CHECK-DAG: S2[i = m] : 10 <= m < n
// CHECK-DAG: S3[i] : (1 + i) mod 2 = 0 and 0 <= i < n

void division(double *a) {
#pragma scop
  for (int i = -10; i <= 10; i++) {
    if (i / 4 == 0)
      a[i + 10] = 0;
    if (i / -4 == 1)
      a[i + 10] = 1;
    if (i % 3 == -1)
      a[i + 10] = 2;
    if (i % 3 == 1)
      a[i + 10] = 3;
    if (i >> 2 == -1)
      a[i + 10] = 4;
  }
#pragma endscop
}
// CHECK-LABEL: # division
// CHECK-DAG: S0[i] : -3 <= i <= 3
// CHECK-DAG: S1[i] : -7 <= i <= -4
// CHECK-DAG: S2[i] : (1 + i) mod 3 = 0 and -10 <= i < 0
// CHECK-DAG: S3[i] : (-1 + i) mod 3 = 0 and 0 <= i <= 10
// CHECK-DAG: S4[i] : -4 <= i < 0

// What a condition on data reads exists, whatever the declared size: a choice
// between two values, written as a macro.
double Declared[100];
#define LARGER(x, y) ((x) > (y) ? (x) : (y))
void choice(int n) {
#pragma scop
  for (int i = 1; i < n; i++)
    Declared[i] = LARGER(Declared[i - 1], 0.5);
#pragma endscop
}
// CHECK-LABEL: # choice
// CHECK: reads: {{.*}}S0[i] -> Declared[-1 + i]

// The parts of a disjunction do not overlap.
void either(int n, double a[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i < 3 || j < 3)
        a[i][j] = 0;
#pragma endscop
}
// CHECK-LABEL: # either
// CHECK: domain:{{.*}}(i <= 2 and j < n) or (i >= 3 and j <= 2)
