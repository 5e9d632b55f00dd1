// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, const int *restrict place, double *restrict a) {
  int base, at;
#pragma scop
  for (int i = 0; i < n; i++) {
    base = 2 * i;
    at = base;
    a[at] = 0;
// CHECK: index-unknown.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'base' is used in subscripts, bounds or conditions, and its value becomes part of one that is not affine{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}compute 'base' from iterators and parameters
    at = base + place[i];
  }
#pragma endscop
}
