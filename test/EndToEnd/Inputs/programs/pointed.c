#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Rows that pointers in memory lead to. */
static void sums(unsigned n, unsigned rows, signed char **src, signed char *dst, int shift) {
  for (unsigned i = 0; i < n; i++) {
    int sum = src[0][i];
    for (unsigned r = 1; r < rows; r++)
      sum += *(src[r] + i);
    dst[i] = (signed char)(sum >> shift);
  }
}
/* Of different lengths, those of the first two absent. */
static void triangle(int n, float *const *a, const float *restrict x, float *restrict y) {
  for (int i = 2; i < n; i++)
    for (int j = 0; j <= i; j++)
      y[i] += a[i][j] * x[j];
}
/* Flat planes, found by a member. */
struct planes { int count, height, width; float **data; };
static void blend(const struct planes *p, float *restrict out) {
  for (int c = 0; c < p->count; c++)
    for (int y = 0; y < p->height; y++)
      for (int x = 0; x < p->width; x++)
        out[y * p->width + x] += p->data[c][y * p->width + x];
}
/* An array of the function. */
static int either(int n, const int *a, const int *b, int *restrict c) {
  const int *in[3] = {a, b};
  int last = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 2; k++)
      c[i] += last = in[k][i];
  return last;
}
/* What is not accessed in any case need not exist. */
static void some(int n, int **a, const int *use, int *restrict c) {
  for (int i = 0; i < n; i++)
    if (use[i])
      c[i] += a[i][0];
}
/* Nor do rows in between. */
static void odd(int n, int **a, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[j] += a[2 * i + 1][j];
}
/* What they lead to is written. */
static void scale(int n, int **a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] *= 3;
}
static unsigned long hash = 7;
static void note(const void *data, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    hash = hash * 31 + ((const unsigned char *)data)[i];
}
int main(void) {
  static const int sizes[][2] = {{1, 1}, {2, 5}, {7, 3}, {40, 4}, {9, 8}};
  for (int k = 0; k < 5; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    signed char **src = malloc(m * sizeof *src), *dst = malloc(n);
    for (int r = 0; r < m; r++) {
      src[r] = malloc(n);
      for (int i = 0; i < n; i++) src[r][i] = (signed char)(i * 7 + r * 3);
    }
    sums(n, m, src, dst, 1);
    note(dst, n);
    for (int at = -3; at <= 3; at++) { /* rows that are what is written */
      signed char *both = calloc(n + 6, 1), *old = src[m - 1];
      for (int i = 0; i < n + 6; i++) both[i] = (signed char)(i * 5);
      src[m - 1] = both + 3 + at;
      sums(n, m, src, both + 3, 0);
      note(both, n + 6);
      src[m - 1] = old;
      free(both);
    }
    if (n <= 8 && m == 5) { /* a pointer of which each byte is overwritten as it is */
      signed char **copy = malloc(sizeof *src);
      memcpy(copy, src, sizeof *src);
      signed char *bytes = malloc(8);
      memcpy(bytes, copy, 8);
      signed char *own[1] = {bytes};
      sums(8, 1, own, (signed char *)copy, 0);
      note(&n, sizeof n);
      own[0] = (signed char *)own;
      sums(n, 1, own, (signed char *)own, 0);
      printf("%d\n", own[0] == (signed char *)own && copy[0] == src[0]);
      free(bytes);
      free(copy);
    }
    float **a = malloc(n * sizeof *a), *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
    for (int i = 0; i < n; i++) {
      a[i] = i < 2 ? (float *)1 : malloc((i + 1) * sizeof **a);
      for (int j = 0; j <= i && i >= 2; j++) a[i][j] = (i * j) % 7;
      x[i] = i % 5;
    }
    triangle(n, a, x, y);
    note(y, n * sizeof *y);
    struct planes p = {m, 3, n, malloc(m * sizeof(float *))};
    float *out = calloc(3 * n, sizeof *out);
    for (int c = 0; c < m; c++) {
      p.data[c] = malloc(3 * n * sizeof(float));
      for (int i = 0; i < 3 * n; i++) p.data[c][i] = (i * 3 + c) % 11;
    }
    blend(&p, out);
    note(out, 3 * n * sizeof *out);
    int *c = calloc(2 * n, sizeof *c), **rows = malloc(2 * n * sizeof *rows), *use = calloc(n, sizeof *use);
    for (int i = 0; i < 2 * n; i++) {
      rows[i] = i % 2 ? malloc(n * sizeof(int)) : (int *)1;
      for (int j = 0; j < n && i % 2; j++) rows[i][j] = i * j;
      if (i < n) use[i] = i % 2;
    }
    int last = either(n, rows[1], rows[2 * n - 1], c);
    some(n, rows, use, c);
    odd(n, rows, c);
    note(&last, sizeof last);
    note(c, n * sizeof *c);
    for (int i = 0; i < n; i++) rows[2 * i] = rows[2 * i + 1];
    scale(n, rows);
    for (int i = 0; i < n; i++) note(rows[i], n * sizeof(int));
    for (int i = 0; i < n; i++) free(rows[2 * i + 1]);
    for (int i = 2; i < n; i++) free(a[i]);
    for (int r = 0; r < m; r++) { free(src[r]); free(p.data[r]); }
    free(src), free(dst), free(a), free(x), free(y), free(p.data), free(out), free(c), free(rows), free(use);
  }
  printf("%lx\n", hash);
  return 0;
}
