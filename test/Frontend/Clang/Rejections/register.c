// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

int f(int n, const int *a) {
// CHECK: register.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'sum' is a register variable, which has no address{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare 'sum' without 'register'
  register int sum = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    sum += a[i];
#pragma endscop
  return sum;
}
