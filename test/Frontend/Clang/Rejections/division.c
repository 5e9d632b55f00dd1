// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

int m;
void f(int n, double *a) {
#pragma scop
// CHECK: division.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop bound 'n / m' divides by 'm', which is not a constant{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}divide by a literal, or compute the quotient before the region
  for (int i = 0; i < n / m; i++)
    a[i] = 1;
#pragma endscop
}
