// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

void f(int n, double *a) {
#pragma scop
// CHECK: unsupported-statement.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: a statement of kind 'if' with a declaration cannot be modelled{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use 'for' loops, 'if' statements, assignments and declarations only
  if (int k = n)
    a[0] = k;
#pragma endscop
}
