// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: static-local.c:[[@LINE+2]]:{{[0-9]+}}: warning: static variable 'x' is declared in the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare it before the region
    static double x;
    a[i] = x++;
  }
#pragma endscop
}
