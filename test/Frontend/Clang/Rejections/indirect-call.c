// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *a, double (*g)(int)) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: indirect-call.c:[[@LINE+2]]:{{[0-9]+}}: warning: call through a function pointer{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}call the function by its name
    a[i] = g(i);
#pragma endscop
}
