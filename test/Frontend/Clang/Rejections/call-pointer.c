// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

__attribute__((pure)) double g(const double *);
void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-pointer.c:[[@LINE+2]]:{{[0-9]+}}: warning: call of 'g' with a pointer to data of the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}pass values instead of pointers
    a[i] = g(b);
#pragma endscop
}
