// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: loop-condition.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop without a condition on its iterator{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the loop as
  for (int i = 0;; i++)
    a[i] = 1;
#pragma endscop
}
