/* Rows that are slanted and short: tiles lie between them without a point.
   TILE stands in each tile, where a test has put it. */
#include <stdio.h>

#define TILE tiles++;
long tiles;
double A[60][320];

void slanted(int n) {
#pragma scop
  for (int i = 1; i <= n; i++)
    for (int j = 28 - 6 * i; j <= 27 - 5 * i; j++)
      A[i + 10][j + 200] += A[i + 9][j + 200] + A[i + 10][j + 199];
#pragma endscop
}

int main(void) {
  double sum = 0;
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 320; j++)
      A[i][j] = i * j % 7;
  slanted(25);
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 320; j++)
      sum = sum / 3 + A[i][j];
  printf("%ld tiles, %a\n", tiles, sum);
  return 0;
}
