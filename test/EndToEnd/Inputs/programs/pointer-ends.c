#include <stdio.h>
static float a[400], b[400];
static long f(const float *p, const float *end, float *q) {
  const float *first = p;
  float *start = q;
#pragma scop
  while (p < end)
    *q++ = *p++ * 2;
#pragma endscop
  return (p - first) * 1000 + (q - start);
}
static long g(const float *p, const float *end, float *q) {
  float *start = q;
#pragma scop
  for (; p != end; ++p)
    *q++ += *p - p[1];
#pragma endscop
  return q - start;
}
static long h(int n, const float *p, float *q) {
  float *end = q + n;
#pragma scop
  while (q < end) {
    float sum = 0;
    const float *r = p;
    for (int k = 0; k < 3; k++)
      sum += *r++;
    p++;
    *q++ = sum;
  }
#pragma endscop
  return end - q;
}
int main(void) {
  double sum = 0;
  for (int n = 0; n < 90; n += 11) {
    for (int i = 0; i < 400; i++) {
      a[i] = i % 13;
      b[i] = i % 5 * 0.5f;
    }
    sum = sum * 1.01 + f(a + 1, a + 1 + n, b) + g(a, a + n, b + 3);
    sum += h(n, a, b + 7) + f(a + n, a, b) * 3;
    for (int i = 0; i < 400; i++)
      sum = sum * 1.0001 + b[i];
  }
  printf("%.17g\n", sum);
}
