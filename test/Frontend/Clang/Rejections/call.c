// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

double g(double);
void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call.c:[[@LINE+2]]:{{[0-9]+}}: warning: call of 'g', which may have side effects{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare the function '__attribute__((const))' if its result depends on its arguments only
    a[i] = g(b[i]);
#pragma endscop
}
