/* Two nests that keep one array in local arrays of different shapes. */
#include <stdio.h>

static double A[40][40], B[40][40];

__attribute__((noinline)) void twice(int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      B[i][j] = A[i - 1][j] + A[i][j - 1] + A[i + 1][j + 1];
  for (int k = 0; k < 5; k++)
    for (int j = 0; j < n; j++)
      A[7][j] += B[j][3] * k;
}

int main(void) {
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      A[i][j] = B[i][j] = i % 7 + j * 0.5;
  double Sum = 0;
  for (int n = 0; n <= 40; n += 8) {
    twice(n);
    for (int i = 0; i < 40; i++)
      for (int j = 0; j < 40; j++)
        Sum = Sum * 0.999 + A[i][j] - B[j][i];
    printf("%d: %a\n", n, Sum);
  }
  return 0;
}
