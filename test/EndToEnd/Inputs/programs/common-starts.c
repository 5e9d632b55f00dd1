#include <stdio.h>
/* Elements counted from a position that is no multiple of a row, in rows whose
   length is a product; also with rows that overlap, go down or are empty. */
static void strided(int n, int d, int c, int at, const int *x, int *y) {
  for (int i = 0; i < n; i++) {
    y[i] += x[at] * 3 + x[at + 1] - x[at - 1];
    at += d * c;
  }
}
static void window(int h, int w, int by, int bx, int d, int width, int c, int ch, int m, const int *x, const int *k, int *y) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      y[0] += x[((by + d * i) * width + bx + d * j) * c + ch] * k[(i * w + j) * (c * m) + ch];
}
static void down(int n, int c, int *x, const int *y) {
  int *p = x + n * c;
  for (int i = 0; i < n; i++) {
    p -= c;
    for (int j = 0; j < c; j++)
      p[j] = *y++ + i;
  }
}
static void apart(int n, int d, int c, int p, int q, int *x) {
  for (int i = 0; i < n; i++)
    x[p + i * d * c] += x[q + i * d * c] * 2;
}
static void unknown(int n, int r, const int *x, int *y, const unsigned char *to, int d, int c) {
  for (int i = 0; i < n; i++) {
    const int *row = x + (r - 1) * c;
    if (to[i])
      y[i] = row[i * d * c] + row[i * d * c + 1];
  }
}
static int x[20000], y[20000], k[20000];
static unsigned char to[100];
static unsigned long sum;
static void fill(void) {
  for (int i = 0; i < 20000; i++) {
    x[i] = i * 7 % 31; y[i] = i * 5 % 23; k[i] = i % 9;
  }
}
static void add(void) {
  for (int i = 0; i < 20000; i++)
    sum = sum * 31 + x[i] + 3 * y[i];
}
int main(void) {
  for (int i = 0; i < 100; i++) to[i] = i % 3 == 0;
  for (int n = -1; n < 12; n += 3)
    for (int d = -2; d < 4; d++)
      for (int c = -1; c < 5; c++) {
        int m = d * c < 0 ? 2000 : 500;
        fill(); strided(n, d, c, m, x, y); add();
        fill(); strided(n, d, c, m, x, x + m + 1); add();
        fill(); window(n, d + 2, 3, 2, d, 20, c, 1, 2, x + 8000, k + 7500, y); add();
        fill(); window(n, 3, 1, 2, d, 7, c, 1, 2, x + 8000, k + 7500, x + 8100); add();
        fill(); if (c > 0) down(n, c, x, y); add();
        fill(); if (c > 0) down(n, c, x, x + 7); add();
        fill(); apart(n, d, c, 7500, 7501, x); add();
        fill(); apart(n, d, c, 7500, 7500 - d * c, x); add();
        fill(); unknown(n, 3, x + 8000, y, to, d, c); add();
        fill(); unknown(n, 3, x + 8000, x + 8003, to, d, c); add();
      }
  /* Of rows that are not reached the length may be anything. */
  fill(); window(0, 2, 1, 1, 2000000000, 2000000000, 2000000000, 1, 2000000000, x, k, y); add();
  fill(); window(1, 1, 0, 0, 2000000000, 2000000000, 1, 1, 2000000000, x, k, y); add();
  fill(); strided(0, 2000000000, 2000000000, 5, x, y); add();
  printf("%lu\n", sum);
  return 0;
}
