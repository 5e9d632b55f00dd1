// Clauses that the new loops could not honour, with and without -fopenmp.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: cmp %s %t.c
// RUN: %stevedore %s -o %t.c -- -fopenmp 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void with_reduction(int n, double *restrict a, double s) {
#pragma scop
// CHECK: openmp-clause.c:[[@LINE+1]]:{{[0-9]+}}: warning: clause 'reduction' of an OpenMP directive{{.*}}[-Wstevedore]
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma endscop
// CHECK: note: leave the directive out, or sum up into an array
  a[0] = s;
}

void with_lastprivate(int n, double *restrict a, double s) {
#pragma scop
// CHECK: openmp-clause.c:[[@LINE+1]]:{{[0-9]+}}: warning: clause 'lastprivate' of an OpenMP directive{{.*}}[-Wstevedore]
#pragma omp parallel for lastprivate(s)
  for (int i = 0; i < n; i++)
    s = a[i];
#pragma endscop
// CHECK: note: compute the last value of 's' after the region
  a[0] = s;
}

void with_private(int n, double *restrict a, double s) {
#pragma scop
// CHECK: openmp-clause.c:[[@LINE+1]]:{{[0-9]+}}: warning: clause 'private' of an OpenMP directive{{.*}}[-Wstevedore]
#pragma omp parallel for private(s)
  for (int i = 0; i < n; i++)
    s = a[i];
#pragma endscop
// CHECK: note: declare 's' in the loop
  a[0] = s;
}

void with_firstprivate(int n, double *restrict a, double s) {
#pragma scop
// CHECK: openmp-clause.c:[[@LINE+1]]:{{[0-9]+}}: warning: clause 'firstprivate' of an OpenMP directive{{.*}}[-Wstevedore]
#pragma omp parallel for firstprivate(s)
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma endscop
// CHECK: note: declare a copy of 's' in the loop
  a[0] = s;
}

void with_allocate(int n, double *restrict a, double s) {
#pragma scop
// CHECK: openmp-clause.c:[[@LINE+1]]:{{[0-9]+}}: warning: clause 'allocate' of an OpenMP directive{{.*}}[-Wstevedore]
#pragma omp parallel for firstprivate(s) allocate(s)
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
// CHECK: note: leave the clause out
  a[0] = s;
}

void with_num_threads(int n, double *restrict a, double s) {
#pragma scop
  int m = n / 2;
// CHECK: openmp-clause.c:[[@LINE+1]]:{{[0-9]+}}: warning: clause 'num_threads' of an OpenMP directive{{.*}}[-Wstevedore]
#pragma omp parallel for num_threads(m)
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
// CHECK: note: compute the value before the region: 'm' does not exist outside of it
  a[0] = s;
}
