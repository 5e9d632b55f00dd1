// RUN: %stevedore %s -o %t.out -- -fopenmp -Rpass=stevedore 2>&1 | FileCheck %s
// RUN: cmp %s %t.out
// CHECK: openmp-block.c:[[@LINE+6]]:{{[0-9]+}}: warning: each thread of an 'omp parallel' block executes the statement
// CHECK: note: put it under 'omp for' or 'omp single', or before the block
void copies(int n, double a[n]) {
#pragma scop
#pragma omp parallel
  {
    a[0] = a[0] + 1;
#pragma omp for
    for (int i = 1; i < n; i++)
      a[i] = 2;
  }
#pragma endscop
}
