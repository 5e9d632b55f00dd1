#include <limits.h>
#include <stdio.h>

#define OWN __attribute__((noinline))
static int a[40], b[40];

OWN static void both(long n, long m)
{
  for (int i = 0; i < 30; i++) {
    a[i] += 3;
    if (i >= m && i > n)
      break;
    b[i]++;
  }
}

OWN static void multiples(int n, int m)
{
  for (int i = 0; i < 40; i++)
    if (3000000000L * n + i < 4000000001L * m)
      a[i]++;
}

OWN static void beside(long n, long m)
{
  for (int i = 0; i < 40; i++)
    if (30000 * n + i < 30011 * m)
      b[i] ^= 5;
}

int main(void)
{
  both(LONG_MAX, LONG_MIN), both(3, 7), both(LONG_MIN, LONG_MAX);
  multiples(INT_MIN, INT_MAX), multiples(3, 2);
  beside(-(1L << 48), 1L << 48), beside(1, 1);
  for (int i = 0; i < 40; i++)
    printf("%d %d\n", a[i], b[i]);
  return 0;
}
