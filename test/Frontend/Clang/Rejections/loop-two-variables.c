// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: loop-two-variables.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop with several variables{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the loop as
  for (int i = 0, j = i; i < n; i++, j++)
    a[i] = j;
#pragma endscop
}
