// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: conditional-write.c:[[@LINE+2]]:{{[0-9]+}}: warning: an assignment inside an expression is executed under a condition on data{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the assignment as a statement
    b[i] > 0 ? (a[i] = 1) : 0;
#pragma endscop
}
