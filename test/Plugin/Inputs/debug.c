#include <stdio.h>

static double in[4200], out[4200], left[200], right[200];

__attribute__((noinline)) void scale(int n, double *a, const double *b)
{
#pragma scop
  for (int t = 0; t < 2; t++)
    for (int i = 1; i < n - 1; i++)
      a[i] = 2.5 *
             b[i];
#pragma endscop
}

__attribute__((noinline)) void sums(int i, double *a)
{
#pragma scop
  for (int j = 0; j < i; j++)
    for (int i = 0; i < 20; i++)
      a[j] += i;
#pragma endscop
}

/* Tiles are skewed. */
__attribute__((noinline)) void sweep(int steps)
{
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < 199; i++)
      right[i] = (left[i - 1] + left[i] + left[i + 1]) / 3 + t * 1000 + i;
    for (int i = 1; i < 199; i++)
      left[i] = right[i];
  }
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < 4200; i++)
    in[i] = i;
  scale(4200, out, in);
  sums(3, out);
  sweep(9);
  printf("%g %g %.9g\n", out[2], out[4000], left[50]);
  return 0;
}
