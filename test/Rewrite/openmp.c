// Regions that are found by themselves begin with the directive of their first
// loop; loops under a directive that is not understood stay as they are, with
// all that is in them; directives that stand alone stay where they are.
// RUN: %stevedore --profitable=off %s -o %t.c -- 2>&1 | count 0
// RUN: %stevedore --profitable=off %s -o %t.heeded.c -- -fopenmp 2>&1 | count 0
// RUN: cmp %t.c %t.heeded.c
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=c99 -Wall -Wextra -Wno-unknown-pragmas -Werror -c %t.c -o %t.o
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -fopenmp -c %t.c -o %t.o
// REQUIRES: gcc

// CHECK-LABEL: {{^}}double f(
// CHECK-NOT: pragma
// CHECK: const long T1
// CHECK: /* compute */
// CHECK: #pragma omp parallel for
// CHECK: {{^}}#pragma omp parallel for collapse(2) reduction(+ : sum){{$}}
// CHECK-NEXT: {{^}}  for (int i = 0; i < n; i++)
// CHECK-NEXT: {{^}}    for (int j = 0; j < n; j++)
// CHECK-NEXT: {{^}}      sum += A[i][j] * b[j];
// CHECK: {{^}}#pragma omp barrier{{$}}
// CHECK: {
double f(int n, double A[restrict n][n], double *restrict b) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = 1;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += A[i][j] * b[j];
#pragma omp barrier
  for (int i = 0; i < n; i++)
    b[i] = 2;
  return sum;
}
