/* Arrays with initial values in loops, variables that the first iteration of
   loops settles, and variables of the whole function whose values nobody reads
   in a later iteration. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 11 };

static void blocks(int n, int m, const int8_t *x, const int8_t *w,
                   const int *bias, int *out)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int32_t acc[4] = {0};
      int64_t sum[2][3] = {{bias[j], 1}, {2, i}};
      int pair[2] = {bias[i] + 1, bias[j]}, first = pair[0] + 3;
      float half[3] = {0.5f, [2] = 1.5f};
      for (int k = 0; k < 5; k++) {
        acc[0] += x[i * 5 + k] * w[j * 5 + k];
        acc[k % 4] += x[i * 5 + k];
        sum[1][k % 3] += pair[1] * k;
        half[1] += k;
      }
      out[i * m + j] = acc[0] + acc[1] * 3 + acc[2] * 5 + acc[3] * 7 +
                       (int)(sum[0][0] + sum[1][0] * 11 + sum[1][1] * 13 +
                             sum[1][2] + sum[0][2]) +
                       first + (int)(half[0] + half[1] + half[2]);
    }
}

static int flags(int n, int m, const int *a, int *best)
{
  int total = 0;
  for (int i = 0; i < n; i++) {
    int count = 0, *to = best + i * 2;
    for (int j = i % 3; j < m; j++)
      for (int k = 0; k < j; k++) {
        if (count == 0) {
          to[0] = a[i * m + j] + k;
          to[1] = a[i * m + k];
          count++;
        } else {
          to[1] += a[i * m + k];
        }
      }
    total += count;
  }
  return total;
}

/* Windows that begin and end in the row; the first element of each, and the
   largest of each channel. */
static void largest(int columns, int kernel, int pad, int channels,
                    const int8_t *in, int8_t *out)
{
  for (int x = 0, from = -pad; x < columns; x++, from++) {
    const int begin = from < 0 ? -from : 0;
    const int end = kernel < columns - from ? kernel : columns - from;
    int is_first = 1;
    for (int i = begin; i < end; i++) {
      const int8_t *at = in + channels * (i + from);
      if (is_first) {
        memcpy(out, at, channels);
        out[channels] = at[0];
        is_first = 0;
      } else {
        for (int c = 0; c < channels; c++)
          if (at[c] > out[c])
            out[c] = at[c];
      }
    }
    out += channels + 1;
  }
}

static void dilated(const int8_t *in, int width, int channels,
                    const int8_t *weights, int filters, int kernel, int dilation,
                    int pad, const int *bias, int *out, int columns)
{
  int f, x, i, c, sum, column, in_at, at;
  for (f = 0; f < filters; f++)
    for (x = 0; x < columns; x++) {
      int from = x - pad;
      int begin = -(from - (dilation - 1)) / dilation;
      int end = (width - from + (dilation - 1)) / dilation;
      begin = begin > 0 ? begin : 0;
      end = end < kernel ? end : kernel;
      sum = bias[f];
      for (i = begin; i < end; i++) {
        column = x + i * dilation - pad;
        in_at = column * channels;
        at = f * channels * kernel + i * channels;
        for (c = 0; c < channels; c++)
          sum += in[in_at + c] * weights[at + c];
      }
      out[f + x * filters] = sum >> 3;
    }
}

static void print(const char *what, const int *values, int n)
{
  unsigned h = 0;
  for (int i = 0; i < n; i++)
    h = h * 31 + values[i];
  printf("%s %u\n", what, h);
}

int main(void)
{
  int8_t x[N * N * 5], w[N * N * 5], largest_of[N * N * 3];
  int bias[N], out[N * N * 2], a[N * N], best[N * 2];
  for (int i = 0; i < N * N * 5; i++) {
    x[i] = i * 7 % 23 - 9;
    w[i] = i * 5 % 19 - 8;
  }
  for (int i = 0; i < N; i++)
    bias[i] = i * i - 5;
  for (int i = 0; i < N * N; i++)
    a[i] = i * 31 % 41;
  for (int n = 0; n <= N; n += 3)
    for (int m = 1; m <= N; m += 4) {
      memset(out, 1, sizeof out);
      memset(best, 1, sizeof best);
      memset(largest_of, 1, sizeof largest_of);
      blocks(n, m, x, w, bias, out);
      print("blocks", out, N * N * 2);
      printf("%d\n", flags(n, m, a, best));
      print("flags", best, N * 2);
      largest(n * m, 3, n % 3, 1 + m % 2, x, largest_of);
      for (int i = 0; i < N * N; i++)
        out[i] = largest_of[i];
      print("largest", out, N * N);
      dilated(x, N * N, 2, w, 2, 3, 1 + m % 3, m % 3, bias, out, n * m);
      print("dilated", out, N * N * 2);
    }
}
