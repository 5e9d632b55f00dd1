// Where the original loops are left out, nothing else uses their iterators:
// they are mentioned, so that compilers do not warn. One that is read after the
// region gets its final value instead.
// RUN: %stevedore --tile=4,4 %s -o %t.c -- -std=c99
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -fsyntax-only %t.c
// RUN: %clang -std=c99 -Wall -Wextra -Werror -fsyntax-only %t.c
// RUN: sed '/^\/\//d' %t.c | FileCheck %s

int transposed(int n, int A[n][n]) {
  int i, j;
#pragma scop
  for (i = 0; i < n; i++)
    for (j = 0; j < i; j++)
      A[j][i] = A[i][j] + A[j][i];
#pragma endscop
  return i;
}

// CHECK-NOT: (void)i;
// CHECK:     (void)j;
// CHECK-NOT: (void)i;
