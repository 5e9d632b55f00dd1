// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: do.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'do' loop in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write it as a 'for' loop with an affine bound
  do {
    a[0] += 1;
  } while (a[0] < n);
#pragma endscop
}
