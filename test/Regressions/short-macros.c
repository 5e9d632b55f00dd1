// Macros with short names, defined before anything else, do not change what
// the helpers of the generated code mean.
// REQUIRES: stevedore, gcc, clang
// RUN: %stevedore --strict %s -o %t.c -- -std=c99
// RUN: %gcc -std=c99 -Wall -Wextra -Werror %t.c -o %t.gcc
// RUN: %clang -std=c99 -Wall -Wextra -Werror %t.c -o %t.clang
// RUN: %t.gcc
// RUN: %t.clang

#define n 40
#define a 5
#define b 3
#define t 2
#define w 1

static int A[n], B[n];

int main(void)
{
#pragma scop
  for (int i = 0; i < n - a; i++)
    A[i] = i * b;
  for (int i = 0; i < n - a; i++)
    B[i + a] = A[i] + t * w;
#pragma endscop
  return B[n - 1] != (n - 1 - a) * b + t * w;
}
