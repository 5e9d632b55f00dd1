#include <stdio.h>
static float a[4000]; static float b[4000];
void rectify(int n, int m, float *a, float *b) {
#pragma scop
  for (int i = 0; i < n * m; i++)
    a[i] = a[i] < 0 ? 0 : a[i];
  for (int t = 0; t < 3; t++)
    for (unsigned i = 1; i + 1 < (unsigned)n * (unsigned)m; i++)
      b[i] = a[i - 1] + a[i + 1] * (n + 1);
#pragma endscop
}
/* Grids that are counted from their first element, each with sizes of its own. */
struct grid { int cols, deps; float *at; };
#define AT(g, i, j, k) (g)->at[(i) * (g)->cols * (g)->deps + (j) * (g)->deps + (k)]
void blend(int n, int m, int p, const struct grid *out, const struct grid *x,
           const struct grid *y, const struct grid *z, const struct grid *w) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m; j++)
      for (int k = 1; k < p; k++)
        AT(out, i, j, k) = AT(x, i, j, k) + AT(y, i, j, k) * AT(z, i, j, k) +
                           AT(w, i, j - 1, k) - AT(x, i, j, k - 1);
#pragma endscop
}
static double blended(int cols, int deps) {
  static float of[5][1000];
  double s = 0;
  struct grid g[5];
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < 1000; i++)
      of[k][i] = (float)((i * (k + 3)) % 11 - 5);
  for (int k = 0; k < 5; k++)
    g[k] = (struct grid){cols + k % 2, deps + k % 3, of[k]};
  for (int n = -1; n < 6; n += 2)
    for (int m = 0; m < 8; m += 3)
      for (int p = 0; p < 9; p += 4)
        blend(n, m, p, &g[0], &g[1], &g[2], &g[3], &g[4]);
  for (int i = 0; i < 1000; i++)
    s = s * 1.001 + of[0][i];
  return s;
}
/* Of an array with a size, no address outside is computed. */
static double last[8][8], sums[8];
void latest(int n, double *b) {
  int x = 0;
#pragma scop
  for (int i = 0; i < n - 1; i += 3) {
    x = i;
    b[i] += 1;
  }
  for (int j = 0; j < n; j++)
    b[j] += last[x][j];
#pragma endscop
}
static double latest_of(int n) {
  double s = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      last[i][j] = i * 8 + j;
  for (int k = 0; k <= n; k++)
    latest(k, sums);
  for (int i = 0; i < 8; i++)
    s = s * 1.5 + sums[i];
  return s;
}
/* Rows of pairs, of triples in planes, and of pairs that are longer than what is used of them, or shorter. */
void paired(unsigned n, unsigned m, unsigned p, const int *restrict a, const int *restrict b, int *restrict c) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < p; j++) {
      int re = 0, im = 0;
      for (int k = 0; k < m; k++) {
        re += a[(i * m + k) * 2] * b[(k * p + j) * 2] - a[(i * m + k) * 2 + 1] * b[(k * p + j) * 2 + 1];
        im += a[(i * m + k) * 2] * b[(k * p + j) * 2 + 1] + a[(i * m + k) * 2 + 1] * b[(k * p + j) * 2];
      }
      c[(i * p + j) * 2 + 0] = re;
      c[(i * p + j) * 2 + 1] = im;
    }
#pragma endscop
}
void tripled(int n, int m, int p, int pitch, const int *restrict a, int *restrict b, int *restrict c) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = m - 1; j >= 0; j--)
      for (int k = 0; k < p; k++)
        b[((i * m + j) * p + k) * 3 + 2] += b[((i * m + j) * p + k) * 3 + 1] - a[k];
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      c[2 * (i * pitch + j) + 1] += c[2 * (i * pitch + j)] * 3 + j;
#pragma endscop
}
static unsigned paired_of(int n, int m, int p) {
  static int x[3][1000];
  unsigned s = 0;
  for (int i = 0; i < 3000; i++)
    x[i / 1000][i % 1000] = i % 13 - 6;
  paired(n, m, p, x[0], x[1], x[2]);
  for (int pitch = m - 1; pitch < m + 3; pitch++)
    tripled(n, m, p, pitch, x[0], x[1], x[2]);
  for (int i = 0; i < 3000; i++)
    s = s * 33 + x[i / 1000][i % 1000];
  return s;
}
int main(void) { double s = 0; for (int n = -2; n < 9; n++) for (int m = -2; m < 9; m++) { if ((n < 0) != (m < 0)) continue; for (int i = 0; i < 4000; i++) { a[i] = i % 7 - 3; b[i] = i % 5; } rectify(n, m, a, b); for (int i = 0; i < 4000; i++) s = s * 1.001 + a[i] - b[i]; } printf("%u %u %u %u ", paired_of(1, 1, 1), paired_of(5, 7, 6), paired_of(3, 2, 9), paired_of(4, 6, 0)); printf("%.17g %.17g %.17g %.17g %.17g\n", s, latest_of(8), blended(7, 9), blended(4, 9), blended(7, 3)); }
