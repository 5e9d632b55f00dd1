// A parallel block whose threads only share out loops is the sequence of these,
// whether the compiler heeds OpenMP or not.
// RUN: %stevedore %s --print=scop --profitable=off -- 2>&1 | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: %stevedore %s -o %t.c --profitable=off -- && FileCheck --check-prefix=TEXT --input-file=%t.c %s
// RUN: %stevedore %s --print=scop --profitable=off -- -fopenmp 2>/dev/null | FileCheck %s --check-prefixes=CHECK,HEEDED
// RUN: %stevedore %s --print=scop --profitable=off -- -fopenmp 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY

// CHECK-NOT: warning: clause
// CHECK-LABEL: # block, line
// CHECK: {{^}}# line {{[0-9]+}}, omp parallel for schedule(static): {{.*}}S0[i, j] -> [{{.*}}i]
// CHECK-NEXT: {{^}}# line {{[0-9]+}}, omp parallel for: {{.*}}S1[i] -> [{{.*}}i]
// TEXT-LABEL: void block(
// TEXT: int i, j;
// TEXT: #pragma omp parallel for schedule(static)
// TEXT-NEXT: #endif
// TEXT-NEXT: for (long i =
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
void both(int n, double *a) {
#pragma scop
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}

// Loops of a block in a loop that each thread executes, with barriers, and what
// one thread does; clauses of the block are those of its loops.
// CHECK-LABEL: # turns, line
// PLAIN: {{^}}# line {{[0-9]+}}, omp parallel for: {{.*}}S0[t, i] -> [{{.*}}i]
// HEEDED: {{^}}# line {{[0-9]+}}, omp parallel for num_threads(4): {{.*}}S0[t, i] -> [{{.*}}i]
// CHECK-NEXT: {{^}}# line {{[0-9]+}}, omp parallel for schedule(static){{.*}}S2[t, i] -> [{{.*}}i]
void turns(int n, int m, double a[n], double b[n], double sum[m]) {
#pragma scop
#pragma omp parallel num_threads(4) default(shared)
  {
    for (int t = 0; t < m; t++) {
#pragma omp for nowait
      for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
#pragma omp barrier
#pragma omp single
      sum[t] = b[1];
#pragma omp for schedule(static)
      for (int i = 1; i < n - 1; i++)
        a[i] = b[i];
    }
  }
#pragma endscop
}

// What each thread executes is no part of such a sequence.
// PLAIN-LABEL: # copies, line
// HEEDED-NOT: # copies
// WHY: openmp-ignored.c:[[@LINE+5]]:{{.*}} warning: each thread of an 'omp parallel' block executes the statement
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
