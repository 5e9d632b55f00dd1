// Where loops declare nothing and functions are not `inline`, counters are
// declared in a block around the loop.
// RUN: %stevedore --profitable=off %s -o %t.c -- -std=gnu89
// RUN: FileCheck %s < %t.c
// RUN: %gcc -std=gnu89 -Wall -Wextra -Wno-comment -Werror -fopenmp -c %t.c -o %t.o
// RUN: %clang -std=gnu89 -Wall -Wextra -Werror -S %t.c -o %t.s
//
// RUN: sed '/^\/\//d' %s > %t.plain.c
// RUN: %stevedore --profitable=off %t.plain.c -o %t.ansi.c -- -ansi
// RUN: %gcc -ansi -Wall -Wextra -Wdeclaration-after-statement -Werror -c %t.ansi.c -o %t.o
// RUN: %gcc -std=c89 -fopenmp -Wall -Wextra -Werror -c %t.ansi.c -o %t.o
// RUN: %clang -ansi -Wall -Wextra -Werror -S %t.ansi.c -o %t.s
//
// RUN: %stevedore --profitable=off --order=pipelined %t.plain.c -o %t.pipelined.c -- -ansi
// RUN: %gcc -ansi -Wall -Wextra -Werror -c %t.pipelined.c -o %t.o
//
// RUN: %stevedore --profitable=off %s -o %t.99.c -- -std=gnu99
// RUN: FileCheck %s --check-prefix=C99 < %t.99.c
// REQUIRES: gcc, clang

// CHECK: {{^#define.*}}static __inline__
// CHECK-NOT: {{^ *}}for (long
// CHECK: {{^ *}}long iT;
// CHECK-NEXT: for (iT =
// CHECK-NOT: {{^ *}}for (long
// C99: {{^}}static inline
// C99-NOT: {{^#define.*}}__inline__
// C99: for (long iT =
void f(int n, int m, double *a, double *b) {
  int i, j;
  for (i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i] + a[i + 1];
  for (i = 1; i < n - 1; i++)
    for (j = 0; j < m; j++)
      a[i] += b[i] * j;
}

// Nothing comes between a directive and its loop.
// CHECK: void g(
// CHECK: {{^ *}}long i;
// CHECK-NEXT: #ifdef _OPENMP
// CHECK-NEXT: #pragma omp parallel for
// CHECK-NEXT: #endif
// CHECK-NEXT: for (i =
void g(int n, const double *x, double *y) {
  int i;
#pragma omp parallel for
  for (i = 0; i < n; i++)
    y[i] = 2 * x[i];
}

// The rows are tested by a loop, which comes behind all definitions.
// CHECK: void r(
// CHECK: int a_apart = 1;
// CHECK-NEXT: int done = 0;
void r(int n, int m, double **a, double *b) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      b[j] += a[i][j];
}
