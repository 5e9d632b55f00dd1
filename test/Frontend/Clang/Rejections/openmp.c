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
