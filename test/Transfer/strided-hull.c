// The hull of elements at a distance from each other ends at the last of them:
// what lies behind it need not exist. Executing the loops shows it.
// REQUIRES: stevedore
// RUN: %stevedore --transfers=hull --report=%t.json %s -o %t.c -- -std=c99 2>&1 \
// RUN:   | FileCheck %s --allow-empty
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: %stevedore --transfers=hull --reuse=none %s -o %t.c -- -std=c99 2>&1 \
// RUN:   | FileCheck %s --allow-empty
// CHECK-NOT: {{.}}
// REPORT: "instances": {{[1-9]}}

void thin(int n, int m, const double *restrict a, double b[restrict n][m])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j += 3)
      b[i][j] = a[m - j] + a[i + m];
#pragma endscop
}

void covered(int n, const double *restrict a, double *restrict b,
             double *restrict c)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    b[i] = a[n - i];
    if (i % 2 == 1)
      c[i] = a[i];
  }
#pragma endscop
}
