// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: statement-expression.c:[[@LINE+2]]:{{[0-9]+}}: warning: statement expression in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write it as statements, or as an expression with '?:'
    a[i] = ({ double x = b[i]; b[i] = 1; x * x; });
#pragma endscop
}
