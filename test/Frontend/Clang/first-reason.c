// The first reason counts: what is tried for 'm * m > 4', which is not affine,
// does not hide that data decide about the pointer.
//
// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// CHECK: :[[@LINE+5]]:11: warning: pointer 'p' is modified in the region
// CHECK-NOT: internal error
// CHECK: 1 warning generated.
double A[100];
void f(int n, int m, const int *c, double *s) {
  double *p = A;
  if (m * m > 4)
    return;
#pragma scop
  p = A;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (c[i] > 0)
        p++;
      s[i] += *p;
    }
#pragma endscop
}
