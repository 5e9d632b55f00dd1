#include <stdio.h>

/* Loops whose counters change in the middle of their bodies, and products that
   grow in unsigned variables, as libraries for matrices have them. */
struct matrix {
  unsigned short rows, columns;
  int *cells;
};

void multiply(const struct matrix *a, const struct matrix *b,
              const struct matrix *c) {
  const int *left = a->cells, *p, *q;
  int *out = c->cells, *px, sum;
  unsigned column, k, i = 0, row = a->rows;
  do {
    px = out + i;
    column = b->columns;
    q = b->cells;
    do {
      sum = 0;
      p = left;
      k = a->columns;
      while (k > 0) {
        sum += *p++ * *q;
        q += b->columns;
        k--;
      }
      *px++ = sum;
      column--;
      q = b->cells + (b->columns - column);
    } while (column > 0);
    i = i + b->columns;
    left = left + a->columns;
    row--;
  } while (row > 0);
}

/* A narrow counter, read behind its step. */
void stepped(int n, int *restrict a) {
  unsigned char left = n;
  while (left != 0) {
    a[left] += 1;
    left -= 1;
    a[left] = a[left] * 3 + left;
    if (left > 4)
      a[100] = left;
  }
}

/* What rows begin with wraps around where there are many. */
void rows(int n, int m, int *restrict a) {
  unsigned char begin = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[begin + j] += i - j;
    begin += m;
  }
}

/* A conversion on the way makes the subscript another one. */
void narrowed(int n, int m, int *restrict a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[(unsigned char)(i * m + j)] += 2;
}

/* A row of a matrix, scaled by a macro; its number has no sign. */
#define SCALE_ROW(A, row, by)                                                  \
  {                                                                            \
    int w;                                                                     \
    int *data = (A)->cells;                                                    \
    const int width = (A)->columns;                                            \
    data += row * width;                                                       \
    for (w = 0; w < width; w++) {                                              \
      *data++ *= by;                                                           \
    }                                                                          \
  }

int scaled(const struct matrix *A, unsigned row) {
  int by = row + 2;
  SCALE_ROW(A, row, by);
  return by;
}

/* Two counters that meet: whichever is the first to be tested is the loop's. */
void reversed(int n, int *a) {
  int i, j;
  for (i = 0, j = n - 1; i < j; i++, j--) {
    int kept = a[i];
    a[i] = a[j] * 3;
    a[j] = kept - j;
  }
  for (unsigned k = n, l = 1; l < k && k > 2; l += 2, --k)
    a[l] -= a[k];
}

/* A counter that only counts goes down, beside one that goes up. */
long remaining(int n, unsigned m, int *restrict a, int *restrict b) {
  int i = 0, left = n - 2;
  unsigned j = 0, more = m, k = 1;
  while (left-- > 0) {
    a[i] += i;
    i++;
  }
  while (more-- != 0) {
    b[3 * j] -= b[3 * j + 1];
    j++;
  }
  unsigned char few = m;
  do {
    b[k] *= 2;
    k += 1;
  } while (--few > 0 && k < 200);
  return i + 3l * left + 5l * j + 7l * more + k;
}

/* A loop that another condition or a statement ends may begin behind the value
   that it counts to. */
void met(int s, int n, int m, int *restrict a) {
  for (int i = s; i != n && i < m; i++)
    a[i] = a[i] * 3 + 1;
}

void either(int s, int n, int m, int *restrict a) {
  int count = s, blocks = m, i = 0;
  while (count != n && blocks > 0) {
    a[i] = a[i] * 5 + 2;
    count++;
    i++;
    blocks--;
  }
}

int left(int s, int n, int m, int *restrict a) {
  for (int i = s; i != n; i++) {
    if (i == m)
      return i;
    a[i] ^= i;
  }
  return -1;
}

int main(void) {
  static const int sizes[][2] = {{0, 0}, {1, 1},  {1, 0},  {2, 5},
                                 {9, 7}, {13, 4}, {50, 6}, {33, 15}};
  static int a[300], b[300], c[600];
  for (int k = 0; k < 8; k++) {
    int n = sizes[k][0], m = sizes[k][1];
    for (int i = 0; i < 300; i++)
      a[i] = i * 37 % 101 - 50, b[i] = i * 23 % 67 - 30, c[i] = 1000 + i;
    struct matrix A = {n, 3, a}, B = {3, m, b}, C = {n, m, c};
    if (n > 0 && m > 0)
      multiply(&A, &B, &C);
    rows(n, m, a);
    stepped(n, a);
    reversed(n, a);
    narrowed(n, m, b);
    unsigned sum = n > 2 ? scaled(&B, n % 3) : 0;
    sum += remaining(n, m, a, b);
    for (int s = 0; s < 60; s += 7) {
      met(s, n, m, a);
      either(s, n, m, b);
      sum += s <= n || m >= s ? left(s, n, m, a) : 0;
    }
    for (int i = 0; i < 300; i++)
      sum = sum * 31 + a[i] * 7 + b[i] * 3 + c[i];
    printf("%d %d %u\n", n, m, sum);
  }
  return 0;
}
