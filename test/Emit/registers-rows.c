// A row that an innermost loop enters in each iteration costs more than an
// element: copies of a statement that share it are worth jamming even where as
// many elements are accessed. Only copies in one loop share its registers.
// RUN: %stevedore %s -o %t.c -- -std=c99
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -O2 -c %t.c -o %t.o
// REQUIRES: gcc

// CHECK: if (full){{$}}
// CHECK-NEXT: for (long k = kT; k < T1 + kT; k++) {
// CHECK-NEXT: for (long j = jT; j < T2 + jT - 3; j += 4) {
// CHECK: double Q_0 = Q_local[
// CHECK-NEXT: R_0 += Q_0 * A_local[
// CHECK-NEXT: R_1 += Q_0 * A_local[
// CHECK-NEXT: R_2 += Q_0 * A_local[
// CHECK-NEXT: R_3 += Q_0 * A_local[
void project(int m, int n, double A[restrict m][n], double R[restrict n][n],
             double Q[restrict m][n]) {
#pragma scop
  for (int k = 0; k < n; k++)
    for (int j = k + 1; j < n; j++) {
      R[k][j] = 0.0;
      for (int i = 0; i < m; i++)
        R[k][j] += Q[i][k] * A[i][j];
      for (int i = 0; i < m; i++)
        A[i][j] -= Q[i][k] * R[k][j];
    }
#pragma endscop
}
