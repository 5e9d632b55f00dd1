// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, int m, double *a) {
#pragma scop
  m *= n;
// CHECK: parameter-modified.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop bound 'm' uses 'm', which the region modifies{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}copy 'm' into another variable before the region
  for (int i = 0; i < m; i++)
    a[i] = 1;
#pragma endscop
}
