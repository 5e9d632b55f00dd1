#include <stdio.h>
/* Stages in which a pointer first walks along one array, then along another. */
static void stages(int count, int n, const float *restrict src, float *restrict dst, float *restrict coef) {
  const float *in = src;
  float *out = dst;
  do {
    float d = coef[0];
    float x;
    int k = n;
    while (k > 0) {
      x = *in++;
      *out++ = x * coef[1] + d;
      d = x;
      k--;
    }
    coef[0] = d;
    coef += 2;
    in = dst;
    out = dst;
    count--;
  } while (count > 0);
}
/* The choice of two. */
static int chosen(int n, int m, const int *restrict a, const int *restrict b, int *restrict c) {
  const int *p = a;
  p = n > m ? a + 1 : b;
  for (int i = 0; i < n; i++)
    c[i] += *p++ * 3;
  return p == a + 1 + n;
}
/* What is used before it is set, and lives on. */
static const int *entered(int n, const int *p, const int *b, int *restrict c) {
  for (int i = 0; i < n; i++) {
    c[i] = p[i];
    p = b + 2;
  }
  return p;
}
/* Two at a time. */
static void crossed(int n, const int *restrict a, const int *restrict b, int *restrict c) {
  const int *p = a, *q = b;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      c[i] += p[j] - q[j + i];
    p = b;
    q = a;
  }
}
static float s[64], d[64], co[32];
static int a[80], b[80], c[80];
int main(void) {
  static const int sizes[][2] = {{1, 1}, {2, 5}, {5, 3}, {3, 40}, {9, 2}};
  for (int k = 0; k < 5; k++) {
    int m = sizes[k][0], n = sizes[k][1];
    for (int i = 0; i < 64; i++) { s[i] = i % 11; d[i] = 1; }
    for (int i = 0; i < 32; i++) co[i] = i % 3 * 0.5f;
    for (int i = 0; i < 80; i++) { a[i] = i * 7 % 31; b[i] = i * 5 % 23; c[i] = i; }
    stages(m, n, s, d, co);
    double sum = 0;
    for (int i = 0; i < 64; i++) sum = sum * 1.01 + d[i];
    for (int i = 0; i < 32; i++) sum = sum * 1.01 + co[i];
    int one = chosen(n, m, a, b, c);
    const int *end = entered(n, a, b, c + 20);
    crossed(n, a, b, c + 30);
    for (int i = 0; i < 80; i++) sum = sum * 1.001 + c[i];
    printf("%.9g %d %d\n", sum, one, end == a ? 0 : end == b + 2 ? 1 : 2);
  }
  return 0;
}
