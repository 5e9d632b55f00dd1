// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: endless-loop.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop over 'i' has no bound in the direction in which it counts{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}compare the iterator with an upper bound when counting up
  for (int i = 0; i >= 0; i++)
    a[i] = 1;
#pragma endscop
}
