// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: variable-array.c:[[@LINE+2]]:{{[0-9]+}}: warning: array 'x' is declared in the region with a size that changes in it{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare the array with its largest size, or before the region
    double x[i + 1];
    x[0] = 1;
    a[i] = x[0];
  }
#pragma endscop
}
