// Hints go with the loops of the compute phase that run through iterations of
// the hinted loop alone; a remark tells of the others.
// RUN: %stevedore --tile=16 -Rpass-missed=stevedore %s -o %t.c -- -std=c99 2> %t.messages
// RUN: FileCheck %s --input-file=%t.c
// RUN: FileCheck %s --input-file=%t.messages --check-prefix=MESSAGES
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas -O2 -c %t.c -o %t.o
// RUN: %clang -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas -c %t.c -o %t.o
// RUN: %stevedore --tile=16 %s -o %t.constant.c -- -std=c99 -DN=64
// RUN: FileCheck %s --input-file=%t.constant.c --check-prefix=CONSTANT
// REQUIRES: gcc, clang

// CONSTANT: {{^ *}}/* compute */
// CONSTANT-NEXT: {{^ *}}#pragma GCC ivdep
// CONSTANT-NEXT: {{^ *}}#pragma GCC unroll 4
// CONSTANT-NEXT: {{^ *}}for (int i = iT; i < iT + 16; i++){{$}}
#ifndef N
#define N n
#endif

// CHECK-LABEL: {{^}}void scale(
// CHECK: {{^ *}}/* compute */
// CHECK-NEXT: {{^ *}}if ({{.*}}) {
// CHECK-NEXT: {{^ *}}#pragma GCC ivdep
// CHECK-NEXT: {{^ *}}#pragma GCC unroll 4
// CHECK-NEXT: {{^ *}}for (long i = iT; {{.*}})
// CHECK: {{^ *}}} else {
// CHECK-NEXT: {{^ *}}#pragma GCC ivdep
// CHECK-NEXT: {{^ *}}#pragma GCC unroll 4
// CHECK-NEXT: {{^ *}}for (long i =
void scale(int n, double *restrict x, const double *restrict y) {
  (void)n;
#pragma scop
#pragma GCC ivdep
#pragma GCC unroll 4
  for (int i = 0; i < N; i++)
    x[i] = 2 * x[i] + y[i];
#pragma endscop
}

// A loop with a hint is alone in braces; hints for synthesis stand inside.
// CHECK-LABEL: {{^}}void nest(
// CHECK: {{^ *}}/* compute */
// CHECK-NEXT: {{^ *}}if ({{.*}}) {
// CHECK-NEXT: {{^ *}}#pragma clang loop unroll(disable)
// CHECK-NEXT: {{^ *}}for (long i = {{.*}} {
// CHECK-NEXT: {{^ *}}#pragma clang loop vectorize(assume_safety)
// CHECK-NEXT: {{^ *}}for (long j = {{.*}} {
// CHECK-NEXT: {{^ *}}#pragma HLS PIPELINE II=1
// CHECK-NEXT: {{^ *}}t_local =
// MESSAGES: loop-hints.c:[[@LINE+8]]:1: remark: '#pragma HLS LOOP_TRIPCOUNT min=50 max=50' is left out of the new loops: it is about the loop of the source [-Rpass-missed=stevedore]
void nest(double a[40][50], double b[restrict 40][50]) {
#pragma scop
#pragma clang loop unroll(disable)
  for (int i = 0; i < 40; i++)
#pragma clang loop vectorize(assume_safety)
    for (int j = 0; j < 50; j++) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=50 max=50
      double t = a[i][j];
      b[i][j] = t * t + i;
    }
#pragma endscop
}

// Each of the two has a new loop of its own here, and buffers are modular.
// CHECK-LABEL: {{^}}void sweep(
// CHECK-NOT: {{^ +}}#pragma
// CHECK: {{^ +}}#pragma GCC unroll 2
// CHECK-NEXT: {{^ +}}for (long i = s0
// CHECK-NOT: {{^ +}}#pragma GCC ivdep
// CHECK: {{^}}#pragma GCC ivdep
// CHECK: {{^}}#pragma GCC unroll 2
// MESSAGES-NEXT: {{^}} {{.*}}HLS LOOP_TRIPCOUNT
// MESSAGES: loop-hints.c:[[@LINE+5]]:1: remark: '#pragma GCC ivdep' is left out of the new loops: none of them runs through iterations of this loop alone, with a cell for each element [-Rpass-missed=stevedore]
void sweep(int n, int steps, double c[restrict n][n], double d[restrict n][n]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < n - 1; k++)
#pragma GCC ivdep
      for (int i = 1; i < n - 1; i++)
        d[k][i] = (c[k - 1][i - 1] + c[k][i] + c[k + 1][i + 1]) / 3;
    for (int k = 1; k < n - 1; k++)
#pragma GCC unroll 2
      for (int i = 1; i < n - 1; i++)
        c[k][i] = d[k][i];
  }
#pragma endscop
}

// The loop over k is around the one over j in the new loops: what is said of it
// would be said of all j.
// CHECK-LABEL: {{^}}void product(
// CHECK: {{^ *}}/* compute */
// CHECK-NEXT: {{^ *}}if ({{.*}}) {
// CHECK-NEXT: {{^ *}}#pragma unroll(2)
// CHECK-NEXT: {{^ *}}for (long i = {{.*}}
// CHECK-NEXT: {{^ *}}for (long k = {{.*}}
// CHECK-NEXT: {{^ *}}#pragma GCC ivdep
// CHECK-NEXT: {{^ *}}for (long j = {{.*}}
// MESSAGES: loop-hints.c:[[@LINE+7]]:1: remark: '#pragma nounroll' is left out
void product(int n, double x[restrict n][n], double y[n][n], double z[n][n]) {
#pragma scop
#pragma unroll(2)
  for (int i = 0; i < n; i++)
#pragma GCC ivdep
    for (int j = 0; j < n; j++)
#pragma nounroll
      for (int k = 0; k < n; k++)
        x[i][j] += y[i][k] * z[k][j];
#pragma endscop
}

// The new loop runs backwards: a promise for one direction is none for the other.
// CHECK-LABEL: {{^}}void back(
// CHECK: {{^ *}}/* compute */
// CHECK-NEXT: {{^ *}}if ({{.*}}) {
// CHECK-NEXT: {{^ *}}#pragma GCC unroll 2
// CHECK-NEXT: {{^ *}}for (long i =
// MESSAGES: loop-hints.c:[[@LINE+5]]:1: remark: '#pragma GCC ivdep' is left out
#define TWICE _Pragma("GCC unroll 2")
#define HINT(text) _Pragma(#text)
void back(int n, double *restrict x, const double *restrict y) {
#pragma scop
  TWICE HINT(GCC ivdep)
  for (int i = n - 1; i >= 0; i--)
    x[i] = y[i] + 1;
#pragma endscop
}

// Rows of a buffer that wraps around share cells.
// CHECK-LABEL: {{^}}void lag(
// CHECK-NOT: #pragma
// MESSAGES: loop-hints.c:[[@LINE+3]]:1: remark: '#pragma GCC ivdep' is left out
void lag(double *restrict y, const double *restrict x, double w[1000]) {
#pragma scop
#pragma GCC ivdep
  for (int i = 0; i < 900; i++) {
    w[i] = x[i] * 3;
    y[i] = w[i] + x[i + 20];
  }
#pragma endscop
}
