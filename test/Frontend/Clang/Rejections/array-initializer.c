// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: array-initializer.c:[[@LINE+2]]:{{[0-9]+}}: warning: array 'x' is initialized in its declaration{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare the array without a value and without 'const', and assign its elements
    const double x[2] = {1, 2};
    a[i] = x[0];
  }
#pragma endscop
}
