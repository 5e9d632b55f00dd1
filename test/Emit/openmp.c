// Directives of parallel loops stand before the new loops that enumerate the
// same iterations, where those carry no dependence.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s --check-prefix=MESSAGES
// RUN: FileCheck %s --input-file=%t.c
// RUN: %stevedore %s -o %t.heeded.c -- -fopenmp 2> %t.messages
// RUN: cmp %t.c %t.heeded.c
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -fopenmp -O2 -c %t.c -o %t.o
// RUN: %clang -std=c99 -Wall -Wextra -Werror -O2 -c %t.c -o %t.o
// RUN: %clang -std=c99 -Wall -Wextra -Werror -O2 -fopenmp -S %t.c -o %t.s
//
// RUN: %stevedore --order=pipelined %s -o %t.pipelined.c -- 2> %t.messages
// RUN: FileCheck %s --input-file=%t.pipelined.c
//
// RUN: %stevedore --schedule=source %s -o %t.source.c -- 2> %t.messages
// RUN: FileCheck %s --input-file=%t.source.c --check-prefix=SOURCE
// REQUIRES: gcc, clang

// CHECK-LABEL: {{^}}int product(
// CHECK-NOT: pragma
// CHECK: /* compute */
// CHECK: #ifdef _OPENMP
// CHECK-NEXT: #pragma omp parallel for schedule(static) num_threads(2){{$}}
// CHECK-NEXT: #endif
// CHECK-NEXT: for (long i = iT;
// The original keeps its own.
// CHECK: if (!done)
// CHECK-NEXT: #ifdef _OPENMP
// CHECK-NEXT: #pragma omp parallel for private(j, k) schedule(static) num_threads(2){{$}}
// CHECK-NEXT: #endif
// CHECK-NEXT: for (i = 0; i < n; i++)
// Iterators of threads keep their values outside where there are threads.
// CHECK: #ifndef _OPENMP
// CHECK-NEXT: i = 0;
// CHECK: #endif
int product(int n, double A[restrict n][n], double B[restrict n][n],
            double C[restrict n][n]) {
  int i = 0, j, k;
#pragma scop
#pragma omp parallel for private(j, k) schedule(static) num_threads(2)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      for (k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
  return i;
}

// Lanes for innermost loops; no directive inside another one's lanes.
// CHECK-LABEL: {{^}}void lanes(
// CHECK: /* compute */
// CHECK: #pragma omp parallel for{{$}}
// CHECK-NEXT: #endif
// CHECK-NEXT: for (long i
// CHECK: #ifdef _OPENMP
// CHECK-NEXT: #pragma omp simd simdlen(4){{$}}
// CHECK-NEXT: #endif
// CHECK-NEXT: for (long j
// CHECK-NOT: pragma
// CHECK: B_local
void lanes(int n, double A[restrict n][n], double B[restrict n][n]) {
#pragma scop
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp simd simdlen(4)
    for (int j = 0; j < n; j++)
      B[i][j] = A[i][j] * A[i][j];
  }
#pragma endscop
}

// The new order skews the loop over i against t; each statement has one of its own
// inside of a tile, which carries no dependence.
// CHECK-LABEL: {{^}}void skewed(
// CHECK: /* compute */
// CHECK: #pragma omp parallel for{{$}}
// CHECK: #pragma omp simd{{$}}
// CHECK: /* store */
// CHECK: if (!done)
// CHECK: #pragma omp parallel for
// CHECK: #pragma omp simd
//
// SOURCE-LABEL: {{^}}void skewed(
// SOURCE: /* compute */
// SOURCE: #pragma omp parallel for{{$}}
// SOURCE-NEXT: #endif
// SOURCE-NEXT: for (long i
// SOURCE: #pragma omp simd{{$}}
// SOURCE-NEXT: #endif
// SOURCE-NEXT: for (long i
// SOURCE: /* store */
// SOURCE: if (!done)
void skewed(int n, int m, double *restrict a, double *restrict b) {
#pragma scop
  for (int t = 0; t < m; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i] + a[i + 1];
#pragma omp simd
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
#pragma endscop
}

// What the directive says is not true.
// MESSAGES: openmp.c:[[@LINE+8]]:1: warning: iterations of this parallel loop depend on each other through 'a': the new loops run them in sequence [-Wstevedore]
// MESSAGES: note: remove the directive, or make the iterations independent
// CHECK-LABEL: {{^}}void chain(
// CHECK: /* compute */
// CHECK-NOT: pragma
// CHECK: /* store */
void chain(int n, double *restrict a) {
#pragma scop
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    a[i] += a[i - 1];
#pragma endscop
}

// A loop of a team that the function may be called from.
// CHECK: int omp_in_parallel(void);
// CHECK: #define STEVEDORE_IN_PARALLEL() omp_in_parallel()
// CHECK-LABEL: {{^}}void team(
// CHECK: if ({{.*}}!STEVEDORE_IN_PARALLEL()
// CHECK: #pragma omp for
void team(int n, double *restrict a) {
#pragma scop
#pragma omp for nowait
  for (int i = 0; i < n; i++)
    a[i] += 1;
#pragma endscop
}

// A scalar of each iteration has a cell for each iteration of a tile.
// CHECK-LABEL: {{^}}void scalars(
// CHECK: t_n0 = {{.*}}T1
// CHECK: #pragma omp parallel for
void scalars(int n, double *restrict a, double *restrict b) {
#pragma scop
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
#pragma endscop
}
