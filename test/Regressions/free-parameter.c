// A parameter that only a subscript mentions.
// REQUIRES: stevedore, gcc
// RUN: %stevedore --strict %s -o %t.c -- -std=c99
// RUN: %gcc -std=c99 -Wall -Wextra -Werror %t.c -o %t
// RUN: %t

static double a[20], b[20];

static void f(int m, int n, int i)
{
#pragma scop
  for (int t = m; t <= n; t++)
    a[i] = b[i];
#pragma endscop
}

int main(void)
{
  b[7] = 3;
  f(2, 9, 7);
  f(2, 1, 6);
  return a[7] != 3;
}
