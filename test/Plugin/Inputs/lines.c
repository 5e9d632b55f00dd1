#include <stdio.h>

static double a[40], b[40];

static void fill(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] =
        i + 1;
#pragma endscop
  printf("line %d of %s\n", __LINE__, __FILE__);
}

/* The last one. */
int main(void)
{
  fill(40);
  { _Pragma("scop") for (int i = 0; i < 40; i++) b[i] = a[i]; _Pragma("endscop") }
  printf("line %d of %s\n", __LINE__, __FILE__);
  return b[39] != 40;
}
