/* A function with three regions. */
#include <stdio.h>

static int line[40], sum[40];

int sweep(int n, int m) {
  int i, j = 7;
#pragma scop
  for (i = 0; i < n; i++)
    sum[i] = 2 * line[i];
#pragma endscop
  printf("between %d\n", i);
#pragma scop
  for (i = n - 1; i >= 0; i -= 2)
    line[i] += sum[i];
#pragma endscop
  printf("again %d\n", i);
#pragma scop
  for (i = 3; i < n; i += 3)
    for (j = i; j < m; j++)
      sum[i] += line[j];
#pragma endscop
  return i + j;
}

int main(void) {
  for (int i = 0; i < 40; i++)
    line[i] = i * i % 17;
  const int sizes[][2] = {{0, 0}, {1, 5}, {3, 3}, {4, 2}, {17, 29}, {40, 40}};
  for (int k = 0; k < 6; k++) {
    printf("returned %d\n", sweep(sizes[k][0], sizes[k][1]));
    for (int i = 0; i < 40; i++)
      printf("%d %d\n", line[i], sum[i]);
  }
  return 0;
}
