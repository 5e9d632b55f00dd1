// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i < n) {
      a[i] = 2;
// CHECK: return.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'return' leaves the region early{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}compute the result in the region and return it after the region
      return;
    }
    a[i] = 1;
  }
#pragma endscop
}
