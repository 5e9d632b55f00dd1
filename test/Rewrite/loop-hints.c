// Hints for a loop stay with the original one: no compiler takes them in front
// of a block.
// RUN: %stevedore --profitable=off %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: %clang -Wno-unknown-pragmas -Werror -c %t.c -o %t.o
// RUN: %gcc -Wno-unknown-pragmas -Wno-misleading-indentation -Werror -c %t.c -o %t.o
// RUN: %gcc -fopenmp -c %t.c -o %t.o
// RUN: %stevedore --profitable=off --tile=8 --assume-no-alias --live-out= %s -o %t.constant.c
// RUN: FileCheck %s --check-prefix=CONSTANT < %t.constant.c
// RUN: %gcc -Wno-unknown-pragmas -Werror -c %t.constant.c -o %t.o
// REQUIRES: gcc, clang

#define IVDEP _Pragma("GCC ivdep")
#define HINT(x) _Pragma(#x)

// CONSTANT-NOT: {{^}}#pragma GCC
// CONSTANT: {{^}}int last;

// CHECK-LABEL: void lines(
// CHECK: {{^ *}}if (!done)
// CHECK-NEXT: #pragma GCC ivdep
// CHECK-NEXT: #pragma GCC unroll 4
// CHECK-NEXT: for (int i
void lines(int n, float *restrict a, const float *restrict b) {
#pragma GCC ivdep
#pragma GCC unroll 4
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
}

// CHECK-LABEL: void operators(
// CHECK: {{^ *}}if (!done)
// CHECK-NEXT: {{^ *}}IVDEP HINT(GCC unroll 2)
// CHECK-NEXT: for (int i
void operators(int n, float *restrict a, const float *restrict b) {
  IVDEP HINT(GCC unroll 2)
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
}

// CHECK-LABEL: void branch(
// CHECK: {{^ *}}if (n > 3)
// CHECK-NOT: {{^ *}}IVDEP
// CHECK: {{^ *}}if (!done)
// CHECK-NEXT: {{^ *}}IVDEP for
void branch(int n, int m, float *restrict a, float *restrict b) {
  while (n++ < 3)
    if (n > 3)
      IVDEP for (int i = 0; i < m; i++)
        a[i] = b[i] * 2;
}

// CHECK-LABEL: void attribute(
// CHECK: {{^ *}}if (!done)
// CHECK-NEXT: #pragma clang loop
// CHECK-NEXT: for (int i
void attribute(int n, float *restrict a, const float *restrict b) {
#pragma clang loop unroll(disable)
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
}

// The whole condition comes along.
// CHECK-LABEL: void conditional(
// CHECK-NOT: {{^}}#if
// CHECK: {{^ *}}if (!done)
// CHECK-NEXT: #ifdef __GNUC__
// CHECK-NEXT: #pragma GCC ivdep
// CHECK-NEXT: #else
// CHECK-NEXT: #pragma ivdep
// CHECK-NEXT: #endif
// CHECK-NEXT: for (int i
void conditional(int n, float *restrict a, const float *restrict b) {
#ifdef __GNUC__
#pragma GCC ivdep
#else
#pragma ivdep
#endif
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
}
int last;

// What the compilation leaves out comes along, too.
// CHECK-LABEL: void skipped(
// CHECK: {{^ *}}if (!done)
// CHECK-NEXT: #ifdef _OPENMP
// CHECK-NEXT: #pragma omp parallel for
// CHECK-NEXT: #endif
// CHECK-NEXT: for (int i
void skipped(int n, float *restrict a, const float *restrict b) {
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 2;
}
