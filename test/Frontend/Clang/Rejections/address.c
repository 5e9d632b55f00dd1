// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *a, double **p) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: address.c:[[@LINE+2]]:{{[0-9]+}}: warning: the address of 'a[i]' is taken in the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use its elements by subscripts
    p[i] = &a[i];
#pragma endscop
}
