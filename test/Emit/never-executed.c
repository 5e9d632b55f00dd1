// A branch that is never taken mentions a variable that has no local memory,
// since nothing of it is used.
// REQUIRES: gcc, clang
// RUN: %stevedore --strict --dependences=memory --reuse=nest %s -o %t.c -- -std=c99
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas -O2 -c %t.c -o %t.o
// RUN: %clang -std=c99 -Wall -Wextra -Werror -Wno-unknown-pragmas -O2 -c %t.c -o %t.o
// RUN: FileCheck %s --input-file=%t.c
// CHECK: unsigned int v_2;
// CHECK: unsigned int v_local

unsigned char Kinds[48][48];
double Values[60][60];

void select(int n, int m, double limit) {
  unsigned v;
#pragma scop
  for (long i = 0; i < n; i++) {
    for (long j = i - 1; j >= 2; j -= 1) {
      v = Kinds[i + 3][j + 1];
      if (i > 2 || limit > 1)
        Values[1][n + m - i] = 0.5 * Values[i][j];
      else
        v = (unsigned)(Kinds[i + j][i + 3] ^ v);
    }
  }
#pragma endscop
}
