// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

int f(int n, int *a) {
  return ({
    int s = 0;
#pragma scop
// CHECK: statement-expression-value.c:[[@LINE+2]]:{{[0-9]+}}: warning: the region holds the value of a statement expression{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}end the region before the last expression in '({ ... })'
    for (int i = 0; i < n; i++)
      s += a[i];
    s;
#pragma endscop
  });
}
