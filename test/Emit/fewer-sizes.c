// The tiled loops beyond those that --tile= names keep sizes of their own.
// RUN: %stevedore --tile=16 %s -o %t.c -- -std=c99
// RUN: FileCheck %s < %t.c
// RUN: %clang -std=c99 -Wall -Wextra -Werror -fsyntax-only %t.c
// RUN: %clang -std=c99 -Dscale_T2=7 -Werror -fsyntax-only %t.c
void scale(int n, int m, double a[n][m], double b[m][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = 2.0 * b[j][i];
#pragma endscop
}
// CHECK-NOT: define {{.*}}_T1
// CHECK: #ifndef scale_T2
// CHECK-NEXT: #define scale_T2 STEVEDORE_T2
