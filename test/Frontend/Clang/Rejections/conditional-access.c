// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: conditional-access.c:[[@LINE+2]]:{{[0-9]+}}: warning: an element of 'b' is accessed under a condition on data and may not exist otherwise{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}access the element unconditionally, or declare the array with its full shape
    a[i] = b[i] > 0 ? b[i + 1] : 0;
#pragma endscop
}

// The first element is there where one behind it is: the pointer points to it. The
// one before is not known to be, nor is that behind.
void g(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 1; i < n; i++)
// CHECK-NOT: conditional-access.c:[[@LINE+1]]
    a[i] = b[i] > 0 ? b[i - 1] + b[i / 2 * 0] : 0;
#pragma endscop
#pragma scop
  for (int i = 2; i < n; i++)
// CHECK: conditional-access.c:[[@LINE+1]]:{{[0-9]+}}: warning: an element of 'b'
    a[i] = b[i] > 0 ? b[i - 3] : 0;
#pragma endscop
#pragma scop
  for (int i = 1; i < n; i++)
// CHECK: conditional-access.c:[[@LINE+1]]:{{[0-9]+}}: warning: an element of 'b'
    a[i] = b[-i] > 0 ? b[0] : 0;
#pragma endscop
}
