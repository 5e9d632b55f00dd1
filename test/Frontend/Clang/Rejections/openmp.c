// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: cmp %s %t.c
// RUN: %stevedore %s -o %t.c -- -fopenmp 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
// CHECK: openmp.c:[[@LINE+2]]:{{[0-9]+}}: warning: OpenMP directive 'sections' in a region{{.*}}[-Wstevedore]
// CHECK: note: write 'parallel for', 'for' or 'simd' in one directive before a loop
#pragma omp sections
  {
    for (int i = 0; i < n; i++)
      a[i] = 1;
  }
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: openmp.c:[[@LINE+1]]:{{[0-9]+}}: warning: OpenMP directive 'atomic' in a region
#pragma omp atomic
    a[0] += b[i];
  }
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
// CHECK: openmp.c:[[@LINE+1]]:{{[0-9]+}}: warning: OpenMP directive 'barrier' in a region
#pragma omp barrier
  for (int i = 0; i < n; i++)
    b[i] = 1;
#pragma endscop
// CHECK: openmp.c:[[@LINE+2]]:{{[0-9]+}}: warning: a statement crosses '#pragma scop' or '#pragma endscop'
#pragma omp parallel for
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}

// Tasks that are no part of a parallel block, what each thread would make or do, and
// what a task has of its own.
void tasks(int n, double a[n]) {
#pragma scop
// CHECK: openmp.c:[[@LINE+2]]:{{[0-9]+}}: warning: OpenMP directive 'task' in a region
  for (int i = 0; i < n; i++) {
#pragma omp task
    a[i] = 1;
  }
#pragma endscop
#pragma scop
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
    double x = a[i];
// CHECK: openmp.c:[[@LINE+2]]:{{[0-9]+}}: warning: clause 'task' of an OpenMP directive
// CHECK: note: declare 'x' in the task, or before the block
#pragma omp task
    x = x * x;
    a[i] = x;
  }
#pragma endscop
#pragma scop
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
// CHECK: openmp.c:[[@LINE+1]]:{{[0-9]+}}: warning: clause 'final' of an OpenMP directive
#pragma omp task final(i > 2)
    a[i] = 1;
  }
#pragma endscop
}

// Waits for tasks and iterations from before the region.
void waits(int n, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
// CHECK: openmp.c:[[@LINE+1]]:{{[0-9]+}}: warning: OpenMP directive 'taskwait' in a region
#pragma omp taskwait
  for (int i = 0; i < n; i++)
    a[i] += 1;
#pragma endscop
#pragma omp parallel for ordered
  for (int j = 0; j < n; j++) {
#pragma scop
// CHECK: openmp.c:[[@LINE+2]]:{{[0-9]+}}: warning: OpenMP directive 'ordered' in a region
    for (int i = 0; i < n; i++) {
#pragma omp ordered
      a[i] += 1;
    }
#pragma endscop
  }
}
