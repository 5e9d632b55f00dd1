// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a) {
#pragma scop
#pragma omp parallel for collapse(2)
// CHECK: openmp-collapse.c:[[@LINE+2]]:{{[0-9]+}}: warning: clause 'collapse' of an OpenMP directive
// CHECK: note: write the loops that it names directly inside one another
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
