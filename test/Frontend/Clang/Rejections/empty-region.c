// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: empty-region.c:[[@LINE+2]]:{{[0-9]+}}: warning: the region has no statement that is executed{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}put loops with assignments to array elements into the region
  for (int i = 0; i < n; i++)
    ;
#pragma endscop
}
