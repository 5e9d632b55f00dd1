// An array that a region declares has a place in remote memory where it may be
// read before it is written, as far as can be known: callers keep m <= n.
// REQUIRES: stevedore, gcc, clang, gcc-sanitizers
// RUN: %stevedore --strict %s -o %t.c -- -std=c99
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -Wno-maybe-uninitialized %t.c -o %t.gcc
// RUN: %gcc -std=c99 -g -fsanitize=address,undefined %t.c -o %t.san
// RUN: %clang -std=c99 -Wall -Wextra -Werror %t.c -o %t.clang
// RUN: %t.gcc
// RUN: %t.san
// RUN: %t.clang

static int out[20];

static void f(int n, int m)
{
#pragma scop
  int row[20];
  for (int i = 0; i < n; i++)
    row[i] = 3 * i;
  for (int i = 0; i < m; i++)
    out[i] = row[i] + 4;
#pragma endscop
}

int main(void)
{
  f(20, 20);
  return out[19] != 3 * 19 + 4;
}
