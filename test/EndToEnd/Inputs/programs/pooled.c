/* A pooling, which functions bound: what is written where windows meet data is
   the largest value so far. */
#include <stdio.h>
#include <string.h>
static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

static void raise(signed char *best, const signed char *from, int count)
{
  signed char *to = best;
  int left = count;
  while (left > 0) {
    if (*from > *to)
      *to = *from;
    to++;
    from++;
    left--;
  }
}

void pooled(int down, int across, int size, int pad, int rows, int columns,
            int channels, int out_rows, int out_columns,
            const signed char *restrict src, signed char *restrict dst,
            signed char lowest)
{
  for (int y = 0, top = -pad; y < out_rows; top += down, y++)
    for (int x = 0, start = -pad; x < out_columns;
         start += across, x++) {
      const int first_row = most(0, -top), first = most(0, -start);
      const int last_row = least(size, rows - top);
      memset(dst, lowest, channels);
      for (int i = first_row; i < last_row; i++)
        for (int j = first; j < least(size, columns - start); j++)
          raise(dst, src + channels * (j + start + (i + top) * columns),
                channels);
      dst += channels;
    }
}

int main(void)
{
  static signed char src[9 * 11 * 3], dst[9 * 11 * 3];
  for (int i = 0; i < 9 * 11 * 3; i++)
    src[i] = (signed char)(i * 37 % 251 - 125);
  for (int down = 1; down <= 3; down++)
    for (int across = 1; across <= 2; across++)
      for (int size = 1; size <= 3; size++) {
        int rows = (9 + down - 1) / down, columns = (11 + across - 1) / across;
        pooled(down, across, size, size / 2, 9, 11, 3, rows, columns, src, dst,
               (signed char)(-120 - size));
        long sum = 0;
        for (int i = 0; i < rows * columns * 3; i++)
          sum = (sum * 31 + dst[i]) % 1000003;
        printf("%ld\n", sum);
      }
}
