#include <limits.h>
#include <stdint.h>
#include <stdio.h>
/* Kernels whose bounds are quotients, at numbers in place of four parameters. */
static void depthwise(const int8_t *restrict in, const uint16_t width, const uint16_t height, const uint16_t channels, const int8_t *restrict kernel,
                      const uint16_t kernel_x, const uint16_t kernel_y, const uint16_t pad_x, const uint16_t pad_y, const uint16_t stride_x,
                      const uint16_t stride_y, int32_t *restrict out, const uint16_t out_x, const uint16_t out_y, const uint16_t dilation_x,
                      const uint16_t dilation_y) {
  int at = 0;
  for (int y = 0; y < out_y; y++) {
    const int16_t base_y = (y * stride_y) - pad_y;
    for (int x = 0; x < out_x; x++) {
      const int16_t base_x = (x * stride_x) - pad_x;
      for (int c = 0; c < channels; c++) {
        int32_t sum = 0;
        int first_y, first_x, end_y, end_x;
        if (dilation_x > 1) {
          const int32_t least = (-base_x + dilation_x - 1) / dilation_x;
          first_x = least > 0 ? least : 0;
          const int32_t most = (width - base_x + dilation_x - 1) / dilation_x;
          end_x = kernel_x < most ? kernel_x : most;
        } else {
          first_x = -base_x > 0 ? -base_x : 0;
          end_x = kernel_x < width - base_x ? kernel_x : width - base_x;
        }
        if (dilation_y > 1) {
          const int32_t least = (-base_y + dilation_y - 1) / dilation_y;
          first_y = least > 0 ? least : 0;
          const int32_t most = (height - base_y + dilation_y - 1) / dilation_y;
          end_y = kernel_y < most ? kernel_y : most;
        } else {
          first_y = -base_y > 0 ? -base_y : 0;
          end_y = kernel_y < height - base_y ? kernel_y : height - base_y;
        }
        for (int i = first_y; i < end_y; i++) {
          const int32_t from_y = base_y + dilation_y * i;
          for (int j = first_x; j < end_x; j++) {
            const int32_t from_x = base_x + dilation_x * j;
            sum += in[(from_y * width + from_x) * channels + c] * kernel[(i * kernel_x + j) * channels + c];
          }
        }
        out[at++] = sum;
      }
    }
  }
}
/* Quotients that the region does not change. */
static void blocks(int n, int m, int size, const int *a, int *b) {
  for (int i = 0; i < (n - m) / size; i++)
    b[i] += a[i] * 2 + b[i + 5 + n % size];
}
static void unsignedBlocks(unsigned n, unsigned size, const int *a, int *b) {
  for (unsigned i = 0; i < (n - 3u) / size; i++)
    b[i] += a[i] * 2;
}
static void never(int m, int n, int size, const int *a, int *b) {
  for (int j = 0; j < m; j++)
    for (int i = -n / size; i < n / size; i++)
      b[i + 90] += a[j + 5] + i;
}
static int8_t in[2000], kernel[200];
static int32_t out[2000];
static int a[200], b[200];
int main(void) {
  unsigned long sum = 0;
  for (int i = 0; i < 2000; i++) in[i] = i * 37 % 251 - 120;
  for (int i = 0; i < 200; i++) kernel[i] = i * 11 % 61 - 30;
  for (int s = 0; s < 4; s += 3)
    for (int t = 1; t < 4; t++)
      for (int d = 1; d < 4; d++)
        for (int e = 1; e < 4; e++) {
          depthwise(in, 7 + s, 9, 3, kernel, 3, 4 - s % 2, s, 2, s, t, out, 8, 5, d, e);
          for (int i = 0; i < 120; i++) sum = sum * 31 + out[i];
        }
  for (int i = 0; i < 200; i++) { a[i] = i; b[i] = i % 7; }
  for (int n = -40; n < 90; n += 7)
    for (int size = -5; size < 6; size++) {
      if (size) { blocks(n, 3, size, a, b); never(2, n, size, a, b); }
      never(0, n, size, a, b);
      if (n >= 3 && size > 0) unsignedBlocks(n, size, a, b);
      for (int i = 0; i < 200; i++) sum = sum * 31 + b[i];
    }
  blocks(INT_MIN + 5, 5, INT_MAX, a, b);
  never(0, INT_MIN, -1, a, b);
  never(-3, INT_MIN, 0, a, b);
  printf("%lu\n", sum);
  return 0;
}
