#include <stdio.h>
struct g { long h, w; float *c; };
static float a[400], b[400]; static int idx[400]; static int calls;
/* argument conversion chains */
static float narrow(const float *p, signed char i) { return p[i]; }
static int trunc_get(const float *p, int i) { return p[i]; }
static void put2(float *p, int i, double v) { p[i] = v; p[i + 1] = v / 2; }
static _Bool positive(const float *p, int i) { return p[i]; }
static float chain(const float *p, int i) { float t = p[i] * 3; t = t + p[i + 1]; t *= 2; return t - 1; }
static void inc(int *p, int n) { int old = *p; if (n > 2) { *p = old + n; return; } *p += 1; }
static float sel(const float *p, int i, int which) { if (which == 0) return p[i]; else if (which == 1) { float q = p[i + 1]; if (q > 1) return q; } return -p[i]; }
static float gcell(const struct g *s, int y, int x) { return *(s->c + s->w * y + x); }
static const float *grow(const struct g *s, int y) { return s->c + s->w * y; }
static void swap2(float *x, float *y) { float t = *x; *x = *y; *y = t; }
void f(int n, const float *p, float *q, int *k, const struct g *s) {
#pragma scop
  for (int i = 0; i < n; i++) {
    q[i] = narrow(p, i) + trunc_get(p, i + 1) * 0.5f;
    q[i] += positive(p, i);
  }
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
    put2(q, i, q[i] + 0.1);
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++) {
    float u = chain(p, i) + sel(p, i, i % 3);
    q[i] = u * sel(q, i, 1) - 3;
    inc(&k[i], i);
  }
#pragma endscop
#pragma scop
  for (int i = 0; i + 2 < n; i++)
    swap2(q + i, &q[i + 2]);
#pragma endscop
#pragma scop
  for (int y = 0; y < s->h; y++) {
    const float *r = grow(s, y);
    for (int x = 0; x < s->w; x++)
      q[y] += r[x] * gcell(s, y, x) - grow(s, 0)[x];
  }
#pragma endscop
}
/* statement expressions whose variables are values, in macros in each other, in bounds, conditions and bodies */
#define MOST(x, y) ({ __typeof__(x) x_ = (x); __typeof__(y) y_ = (y); x_ > y_ ? x_ : y_; })
#define LEAST(x, y) ({ __typeof__(x) x_ = (x); const __typeof__(y) y_ = (y); x_ < y_ ? x_ : y_; })
static signed char clamp(int v) { return MOST(-128, LEAST(v, 127)); }
static void clamped(int n, int r, const float *restrict p, const int *restrict k, float *restrict q, signed char *restrict c) {
#pragma scop
  for (int i = 0; i < n; i++) {
    float s = LEAST(p[i] * 0.7f, 1.1f) - ({ float u = p[i] * 1.3f, v = u; u - v * k[i]; });
    int x_ = MOST(i - r, 0);
    for (int j = x_; j < LEAST(n, MOST(i, x_) + r); j++)
      s += k[j] * ({ short half = k[j] * 40000; half; }) + x_;
    q[i] = MOST(q[i], s);
    c[i] = clamp(k[i] * 50 - LEAST((unsigned char)(k[i] * 100), 90));
  }
#pragma endscop
}
int main(void) { double t = 0; signed char small[60] = {0};
  for (int n = 0; n < 60; n += 7) {
    for (int i = 0; i < 400; i++) { a[i] = (i * 37 % 11) * 0.37f - 1.5f; b[i] = i % 5 * 1.1f; idx[i] = i % 7; }
    struct g s = { n / 4, 17, a + 3 };
    f(n, a, b, idx, &s);
    for (int i = 0; i < n; i++) a[i] = i - 2 < 0 ? -i : 3.7f / i;
    clamped(n, n / 9, a, idx, b, small);
    for (int i = 0; i < 60; i++) t = t * 1.001 + small[i];
    for (int i = 0; i < 400; i++) t = t * 1.0001 + a[i] * 3 + b[i] + idx[i];
  }
  printf("%.17g\n", t); }
