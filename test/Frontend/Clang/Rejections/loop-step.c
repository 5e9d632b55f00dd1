// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

int m;
void f(int n, double *a) {
#pragma scop
// CHECK: loop-step.c:[[@LINE+2]]:{{[0-9]+}}: warning: step of the loop over 'i' is not a constant{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use a literal step other than zero
  for (int i = 0; i < n; i += m)
    a[i] = 1;
#pragma endscop
}
