// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: float-iterator.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop iterator 'x' is not an integer{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}count with an integer and compute the value from it in the loop
  for (double x = 0; x < n; x++)
    a[0] += x;
#pragma endscop
}
