/* Arrays that live in one function, in several loops, one after another and
   inside each other; what is left in those of the caller is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Both halves of a step through memory that is freed. */
static int relax(int steps, int n, double *restrict a) {
  double *b = malloc((n + 1) * sizeof *b);
  if (!b)
    return 1;
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.25 * (a[i - 1] + 2 * a[i] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
#pragma endscop
  free(b);
  return 0;
}

/* The last step of b is observed, those before are not; the borders of b are
   read before they are written. */
static void jacobi(int steps, int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
  }
#pragma endscop
}

/* Written in one nest, read and overwritten in part in a second, read in a
   third. */
static void passes(int n, double in[restrict n][n], double out[restrict n][n]) {
  double(*mid)[n] = calloc(n + 1, sizeof *mid);
  double row[n];
  if (mid == NULL)
    return;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      mid[i][j] = in[i][j] + 1;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      out[i][j] = mid[i - 1][j] * 2;
  for (int i = 0; i < n; i++) {
    row[i] = out[i][0];
    for (int j = 0; j < i; j++)
      mid[j][i] = row[i] + j;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      out[i][j] = out[i][j] + mid[j][i];
#pragma endscop
  free(mid);
}

/* The caller's memory, of which it reads nothing afterwards. */
static void scratch(int n, const double *restrict in, double *restrict out,
                    double *restrict t) {
#pragma stevedore local(t)
#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      t[i] = in[i] * k;
      out[i] += t[i];
    }
#pragma endscop
}

/* A loop around the region goes on with what the region left. */
static double rounds(int n, int m) {
  double *sum = calloc(n + 1, sizeof *sum), last = 0;
  if (!sum)
    return 0;
  while (m-- > 0) {
#pragma scop
    for (int i = 0; i < n; i++)
      sum[i] = sum[i] + i;
#pragma endscop
  }
  if (n > 0)
    last = sum[n - 1];
  free(sum);
  return last;
}

static void show(const char *name, int n, const double *a) {
  printf("%s", name);
  for (int i = 0; i < n; i++)
    printf(" %.17g", a[i]);
  printf("\n");
}

int main(void) {
  static double a[32], b[32], in[16][16], out[16][16], c[256], d[256];
  int sizes[] = {1, 2, 3, 5, 7, 16};
  for (int s = 0; s < 6; s++)
    for (int steps = 0; steps < 12; steps += 5) {
      int n = sizes[s];
      for (int i = 0; i < 32; i++) {
        a[i] = i * i % 7;
        b[i] = i % 5;
      }
      relax(steps, n, a);
      show("relax", n, a);
      jacobi(steps, n, a, b);
      show("a", n, a);
      show("b", n, b);
      for (int i = 0; i < 256; i++) {
        (&in[0][0])[i] = i % 11;
        (&out[0][0])[i] = i % 3;
        c[i] = i % 13;
        d[i] = i % 2;
      }
      passes(n, (double(*)[n])in, (double(*)[n])out);
      show("out", n * n, &out[0][0]);
      scratch(n, c, d, a);
      show("d", n, d);
      printf("%.17g\n", rounds(n, steps));
    }
  return 0;
}
