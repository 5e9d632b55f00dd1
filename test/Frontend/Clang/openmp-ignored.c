// Where the compiler ignores OpenMP, a parallel block is nothing, and the loops
// that share it out are parallel ones.
// RUN: %stevedore %s --print=scop --profitable=off -- 2>&1 | FileCheck %s
// RUN: %stevedore %s -o %t.c --profitable=off -- && FileCheck --check-prefix=TEXT --input-file=%t.c %s
// RUN: %stevedore %s --print=scop --profitable=off -- -fopenmp -Rpass-missed=stevedore 2>&1 \
// RUN:     | FileCheck --check-prefix=HEEDED %s

// HEEDED: openmp-ignored.c:{{.*}} warning: OpenMP directive 'parallel private' in a region
// CHECK-LABEL: # block, line
// CHECK: {{^}}# line {{[0-9]+}}, omp parallel for schedule(static): {{.*}}S0[i, j] -> [{{.*}}i]
// CHECK-NEXT: {{^}}# line {{[0-9]+}}, omp parallel for: {{.*}}S1[i] -> [{{.*}}i]
// TEXT-LABEL: void block(
// TEXT: #pragma omp parallel for
// TEXT: int i, j;
void block(int n, double A[restrict n][n], double *restrict b) {
  int i, j;
#pragma scop
#pragma omp parallel private(i, j)
  {
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        A[i][j] = 1;
#pragma omp for nowait
    for (i = 0; i < n; i++)
      b[i] = 2;
  }
#pragma endscop
}

// CHECK-LABEL: # both, line
// CHECK: {{^}}# line {{[0-9]+}}, omp parallel for: {{.*}}S0[i] -> [{{.*}}i]
// HEEDED: openmp-ignored.c:{{.*}} warning: OpenMP directive 'parallel' in a region
void both(int n, double *a) {
#pragma scop
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
