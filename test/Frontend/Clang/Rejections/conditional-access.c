// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: conditional-access.c:[[@LINE+2]]:{{[0-9]+}}: warning: an element of 'b' is accessed under a condition on data and may not exist otherwise{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}access the element unconditionally, or declare the array with its full shape
    a[i] = b[i] > 0 ? b[i + 1] : 0;
#pragma endscop
}
