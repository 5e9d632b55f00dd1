// Functions that return from the middle of their loops: the new loops are for
// sizes with which nobody does. What loops in each other count is asked for
// before it divides; rows whose size is computed ahead of the loops.
#include <stdio.h>
#include <string.h>

enum { H = 7, W = 9, C = 3, N = 2, Size = N * H * W * C };

// Returns at the first window that has nothing of the picture in it.
static int average(int n, int h, int w, int c, int outH, int outW, int kernel,
                   int pad, const short *restrict in, short *restrict out)
{
  const int picture = h * w * c;
  const int outPicture = outH * outW * c;
  while (n > 0) {
    for (int y = 0; y < outH; y++)
      for (int x = 0; x < outW; x++)
        for (int k = 0; k < c; k++) {
          int sum = 0;
          int count = 0;
          for (int i = y - pad; i < y - pad + kernel; i++)
            for (int j = x - pad; j < x - pad + kernel; j++)
              if (i >= 0 && j >= 0 && i < h && j < w) {
                sum += in[k + c * (j + i * w)];
                count++;
              }
          if (count == 0)
            return -n;
          out[k + c * (x + y * outW)] = (sum + count / 2) / count;
        }
    in += picture;
    out += outPicture;
    n--;
  }
  return 0;
}

// What has been stored before is seen.
static int until(int n, int m, int last, int a[n][m])
{
  int steps = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (i * 2 + j > last) {
        a[0][0] = -1;
        return steps + i * 100 + j;
      } else
        a[i][j] = 3 * i + j;
      steps++;
    }
  return steps;
}

// Data decide: no new loops that go on.
static int found(int n, int m, const int a[n][m], int b[n][m])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (a[i][j] == 17)
        return i * m + j;
      b[i][j] = a[i][j] + 1;
    }
  return -1;
}

// Counted from anew, and asked in other words; under a condition on data, no
// mark tells.
static void asked(int n, int m, int from, const int a[n][m], int b[n],
                  int both[n])
{
  int seen = 0;
  for (int i = 0; i < n; i++) {
    int big = 0;
    seen = 0;
    for (int j = from; j < m; j++)
      for (int k = j; k < m - i; k++) {
        seen += 2;
        if (a[i][k] > 20)
          big++;
      }
    b[i] = seen > 0 ? seen : -1;
    if (seen != 0)
      b[i] += 1000;
    both[i] = big;
    if (big == 0)
      both[i] = -7;
  }
}

// Rows of rows, as long as has been computed before.
static int pictures(int n, int h, int w, int c, const short *restrict in,
                    short *restrict out)
{
  const int picture = h * w * c;
  if (n < 1)
    return -1;
  for (int b = 0; b < n; b++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        for (int k = 0; k < c; k++)
          out[b * picture + k + c * (x + y * w)] =
              3 * in[b * picture + k + c * (x + y * w)];
  return 0;
}

static long hash(const void *data, size_t size)
{
  long h = 1;
  for (size_t i = 0; i < size; i++)
    h = (h * 31 + ((const unsigned char *)data)[i]) % 1000003;
  return h;
}

int main(void)
{
  static short in[Size], out[Size * 2];
  for (int i = 0; i < Size; i++)
    in[i] = (short)(i * 37 % 101 - 30);
  int shapes[][6] = {{2, 7, 9, 3, 7, 9}, {2, 7, 9, 3, 6, 8}, {1, 7, 9, 3, 9, 9},
                     {2, 5, 6, 2, 7, 9}, {0, 7, 9, 3, 7, 9}, {2, 1, 1, 3, 2, 2},
                     {2, 7, 9, 0, 9, 9}, {1, 7, 9, 3, 0, 9}};
  for (int s = 0; s < 8; s++)
    for (int kernel = 0; kernel < 4; kernel++)
      for (int pad = 0; pad < 3; pad++) {
        int *p = shapes[s];
        memset(out, 1, sizeof out);
        int r = average(p[0], p[1], p[2], p[3], p[4], p[5], kernel, pad, in, out);
        printf("%d %ld\n", r, hash(out, sizeof out));
      }
  for (int n = 0; n < 10; n += 3)
    for (int last = -1; last < 30; last += 5) {
      int a[10][7] = {{0}}, b[10][7] = {{0}}, c[10], d[10];
      int r = until(n, 7, last, a);
      int q = found(n, 7, a, b);
      asked(n, 7, last < 0 ? 0 : last / 4, a, c, d);
      printf("%d %d %ld %ld", r, q, hash(a, sizeof a), hash(b, sizeof b));
      for (int i = 0; i < n; i++)
        printf(" %d,%d", c[i], d[i]);
      printf("\n");
    }
  for (int s = 0; s < 8; s++) {
    int *p = shapes[s];
    memset(out, 1, sizeof out);
    int r = pictures(p[0], p[1], p[2], p[3], in, out);
    printf("%d %ld\n", r, hash(out, sizeof out));
  }
}
