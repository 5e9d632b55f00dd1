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

// Sections, tasks, critical sections and iterations that wait for each other run
// in sequence, which is one of the orders that they allow.
// CHECK-LABEL: # sections, line
// CHECK: schedule: {{.*}}S0[i] -> [0, i]{{.*}}S1[i] -> [1, i]
void sections(int n, double a[n], double b[n]) {
#pragma scop
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n; i++)
      a[i] = 1;
#pragma omp section
    for (int i = 0; i < n; i++)
      b[i] = 2;
  }
#pragma endscop
}

// CHECK-LABEL: # tasks, line
// CHECK: schedule: {{.*}}S2[i] -> [i, 2]{{.*}}S0[i] -> [i, 0]
// CHECK-NOT: {{^}}parallel
void tasks(int n, double a[n], double b[n]) {
#pragma scop
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 1; i < n; i++) {
#pragma omp task depend(in : a[i - 1]) depend(out : a[i])
        a[i] += a[i - 1];
#pragma omp task depend(in : a[i]) shared(b)
        {
          double x = a[i];
          b[i] = x * x;
        }
      }
    }
#pragma omp taskwait
  }
#pragma endscop
}

// CHECK-LABEL: # waiting, line
// CHECK: {{^}}# line {{[0-9]+}}, omp parallel for: {{.*}}S0[i] -> [{{.*}}i]
// CHECK: {{^}}# line {{[0-9]+}}, omp parallel for: {{.*}}S1[i] -> [{{.*}}i]
void waiting(int n, double a[n], double b[n], double sum[1]) {
#pragma scop
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical(sum)
    sum[0] += a[i];
  }
#pragma omp parallel for ordered(1)
  for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
    b[i] += b[i - 1];
#pragma omp ordered depend(source)
  }
#pragma endscop
}
