// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: directive.c:[[@LINE+2]]:{{[0-9]+}}: warning: a preprocessor directive in the region defines or includes something{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}move the directive before the region
  for (int i = 0; i < n; i++) {
#define ONE 1
    a[i] = ONE;
  }
#pragma endscop
}
