// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(long n, long m, double *a) {
#pragma scop
// CHECK: bound-product.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop bound 'n*m' is not affine{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}it multiplies 'n' by 'm', and neither is a constant; use sums of iterators and parameters with constant factors
  for (int i = 0; i < n*m; i++)
    a[i] = 1;
#pragma endscop
}
