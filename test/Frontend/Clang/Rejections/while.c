// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  int k = 0;
// CHECK: while.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'while' loop in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write it as a 'for' loop with an affine bound
  while (k < n)
    a[k] = 1, k++;
#pragma endscop
}
