// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(double x, double *a) {
#pragma scop
// CHECK: bound-float.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop bound 'x' is a floating-point value{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}convert it to an integer before the region
  for (int i = 0; i < x; i++)
    a[i] = 1;
#pragma endscop
}
