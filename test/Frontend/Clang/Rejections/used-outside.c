// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

double f(int n, double *a) {
#pragma scop
// CHECK: used-outside.c:[[@LINE+2]]:{{[0-9]+}}: warning: 's' is declared in the region and used after it{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare 's' before the region
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma endscop
  return s;
}
