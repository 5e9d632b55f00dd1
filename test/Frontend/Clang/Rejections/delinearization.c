// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
// CHECK: delinearization.c:[[@LINE+2]]:{{[0-9]+}}: warning: access 'a[i * n + j]' multiplies 'n' and the other subscripts do not provably stay below it{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}bound the inner loop by 'n' itself, or declare the array as multi-dimensional
      a[i * n + j] = 1;
#pragma endscop
}
