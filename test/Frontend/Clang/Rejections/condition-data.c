// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
// CHECK: condition-data.c:[[@LINE+2]]:7: warning: an element of 'a' is accessed under a condition on data and may not exist otherwise [-Wstevedore]
// CHECK: note: access the element unconditionally, or declare the array with its full shape, as in 'double a[n]'
      a[i] = 1;
#pragma endscop
}

void left(int n, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    if (a[i] > 0) {
      a[i] = 1;
// CHECK: condition-data.c:[[@LINE+1]]:{{[0-9]+}}: warning: 'return' leaves the region early
      return;
    }
#pragma endscop
}
