/* Loops that are taken whole, whose counters their conditions change, or that
   wrap around. */
#include <stdio.h>

static int b[40];

static void changed(int n, int a[restrict 400])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 3; (j -= 2) > -8 && b[i] < 9; j++)
      a[128 + j % 16]++;
#pragma endscop
}

static void narrow(int n, int a[restrict 400])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (signed char j = 120; j > 0 || (j < -120 && b[i] < 9); j++)
      a[128 + j % 128]++;
#pragma endscop
}

int main(void)
{
  static int a[400], c[400];
  for (int i = 0; i < 40; i++)
    b[i] = i % 12;
  changed(40, a);
  narrow(40, c);
  for (int i = 0; i < 400; i++)
    printf("%d %d\n", a[i], c[i]);
  return 0;
}
