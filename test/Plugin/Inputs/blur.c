#include <stdio.h>

enum { n = 40 };
static double image[n][n], blurred[n][n];

static void blur(void)
{
#pragma scop
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      blurred[i][j] = image[i - 1][j] + image[i][j - 1] + image[i][j] +
                      image[i][j + 1] + image[i + 1][j];
#pragma endscop
}

int main(void)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      image[i][j] = i * j % 7;
  blur();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      printf("%a\n", blurred[i][j]);
  return 0;
}
