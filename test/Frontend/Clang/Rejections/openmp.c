// RUN: %stevedore %s -o %t.c -- -fopenmp 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: openmp.c:[[@LINE+2]]:{{[0-9]+}}: warning: OpenMP directive in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}compile the region without -fopenmp
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
