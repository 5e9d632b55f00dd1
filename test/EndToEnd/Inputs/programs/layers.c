/* Layers of networks: images with borders around them and without, tables,
   pointers that conditions and their branches step. */
#include <stdio.h>
#include <string.h>

typedef unsigned short dim;

/* Planes with a border, whose rows are set in three parts. */
void framed(const signed char *restrict from, dim width, dim height, int planes,
            dim left, dim right, signed char *restrict to)
{
  for (int c = 0; c < planes; c++) {
    int plane = c * width * height;
    signed char *at = to + c * (left + width + right) * height;
    for (int y = 0; y < height; y++) {
      memset(at, 0, left);
      at += left;
      memcpy(at, from + y * width + plane, width);
      at += width;
      memset(at, 0, right);
      at += right;
    }
  }
}

/* A part of each plane. */
void cropped(const signed char *restrict from, dim width, dim height,
             int planes, dim top, dim left, signed char *restrict to,
             dim columns, dim rows)
{
  for (int c = 0; c < planes; c++) {
    const signed char *at = from + width * height * c;
    at += width * top;
    int plane = c * columns * rows;
    for (int y = 0; y < rows; y++) {
      memcpy(to + y * columns + plane, at + left, columns);
      at += width;
    }
  }
}

/* Conditions and branches that step pointers. */
void activated(signed char *data, unsigned size, int width)
{
  unsigned left = size;
  signed char *in = data, *out = data;
  if (width > 3) {
    while (left) {
      if (*in++ > 0)
        *out++ = 127;
      else
        *out++ = 0;
      left--;
    }
  } else {
    while (left) {
      signed char x = *in++;
      if (x > 3 * width)
        *out++ = 100;
      else if (x == 0)
        *out++ = 1;
      else {
        signed char y = x - width;
        *out++ = y;
      }
      left--;
    }
  }
}

/* Counters in conditions, which wrap around. */
int counted(const int *a, int n, unsigned k)
{
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > k++ % 200)
      sum += i;
    if (a[i] / 2 > --k % 100)
      sum += 3;
    k++;
  }
  return sum + k;
}

static long hash(const signed char *a, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum = (sum * 31 + a[i]) % 1000003;
  return sum;
}

int main(void)
{
  enum { W = 5, H = 7, C = 3 };
  static signed char from[C * H * W], to[C * H * (W + 9)];
  static int numbers[40];
  for (int i = 0; i < C * H * W; i++)
    from[i] = (signed char)(i * 37 % 251 - 125);
  for (int i = 0; i < 40; i++)
    numbers[i] = i * 53 % 300;
  for (int left = 0; left < 3; left++)
    for (int right = 0; right < 4; right += 3) {
      framed(from, W, H, C, left, right, to);
      printf("%ld\n", hash(to, C * H * (W + left + right)));
      cropped(from, W, H, C, left, right / 2, to, W - 2, H - left);
      printf("%ld\n", hash(to, C * (W - 2) * (H - left)));
    }
  for (int width = 0; width < 6; width += 2) {
    memcpy(to, from, sizeof from);
    activated(to, C * H * W - width, width);
    printf("%ld %d %d\n", hash(to, C * H * W),
           counted(numbers, 40 - width, 180 + width),
           counted(numbers, 40, 10 * width - 30u));
  }
}
