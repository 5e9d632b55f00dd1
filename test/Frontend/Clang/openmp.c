// OpenMP directives of loops become part of the model, whether the compiler
// heeds them or not, in all the ways in which they can be written.
// RUN: %stevedore %s --print=scop -- 2>&1 | FileCheck %s
// RUN: %stevedore %s --print=scop -- -fopenmp 2>&1 | FileCheck %s
// RUN: %stevedore %s --print=scop -- -fopenmp-simd 2>&1 | FileCheck %s
#define PARALLEL _Pragma("omp parallel for")
#define OMP(text) _Pragma(#text)

// CHECK-NOT: {{warning|remark|error}}
// CHECK-LABEL: # plain, line
// CHECK: schedule: {{.*}}S0[i, j] -> [i, j]
// CHECK: {{^}}parallel:    [0]
// CHECK-NEXT: {{^}}# line [[@LINE+4]], omp parallel for schedule(static, 4) num_threads(k): [n] -> { S0[i, j] -> [{{.*}}i]
void plain(int n, int k, double A[restrict n][n]) {
  int i, j;
#pragma scop
#pragma omp parallel for private(j) schedule(static, 4) \
    num_threads(k) default(none) shared(A, n) // a comment
  /* another one */
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      A[i][j] = 1;
#pragma endscop
}

// The loops of one directive, and a loop inside a sequential one.
// CHECK-LABEL: # nested, line
// CHECK: {{^}}# line [[@LINE+7]], omp for: {{.*}}S0[i, j] -> [{{.*}}i]
// CHECK-NEXT: {{^}}# line [[@LINE+6]], omp for: {{.*}}S0[i, j] -> [{{.*}}j]
// CHECK-NEXT: {{^}}# line [[@LINE+10]], omp simd safelen(8): {{.*}}S1[t, k] -> [{{.*}}k]
// CHECK-NOT: {{^}}#
void nested(int n, double A[restrict n][n], double *restrict b) {
  int k;
#pragma scop
#pragma omp for collapse(2) nowait
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
  for (int t = 0; t < n; t++) {
#pragma omp simd safelen(8) linear(k)
    for (k = 0; k < n; k++)
      b[k] += 1;
  }
#pragma endscop
}

// Macros and the operator.
// CHECK-LABEL: # operators, line
// CHECK: {{^}}# line [[@LINE+6]], omp parallel for: {{.*}}S0[
// CHECK-NEXT: {{^}}# line [[@LINE+8]], omp parallel for simd if(n > 4): {{.*}}S1[
// CHECK-NEXT: {{^}}# line [[@LINE+10]], omp simd: {{.*}}S2[
// CHECK-NEXT: {{^}}# line [[@LINE+12]], omp parallel for: {{.*}}S3[
void operators(int n, double *restrict a, const double *restrict b) {
#pragma scop
  PARALLEL
  for (int i = 0; i < n; i++)
    a[i] = b[i];
  OMP(omp parallel for simd if(n > 4))
  for (int i = 0; i < n; i++)
    a[i] += b[i];
  _Pragma("omp simd") for (int i = 0; i < n; i++)
    a[i] += b[i];
#if 1
#pragma omp parallel for
#endif
  for (int i = n - 1; i >= 0; i--)
    a[i] += b[i];
#pragma endscop
}

// Directives around a region, and those of other loops, do not matter.
// CHECK-LABEL: # around, line
// CHECK: liveOut:
// CHECK-NOT: {{^}}{{#|parallel}}
void around(int n, double A[restrict n][n]) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma scop
    for (int j = 0; j < n; j++)
      A[i][j] = 1;
#pragma endscop
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += A[i][i];
}
