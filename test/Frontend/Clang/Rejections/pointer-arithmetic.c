// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: pointer-arithmetic.c:[[@LINE+2]]:{{[0-9]+}}: warning: pointer arithmetic on '(char *)a + 8 * i'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the access as a subscript, 'p[i]'
    *(double *)((char *)a + 8 * i) = 1;
#pragma endscop
}
