#include <stdio.h>

/* Pointers to rows of arrays of arrays. */
struct cell {
  int x, y[3];
};
static int A[12][10], B[12][10], V[4][6][8];
static struct cell C[9][7];

void each(int n) {
  for (int i = 0; i < n; i++) {
    int *row = A[i];
    const int *from = B[n - 1 - i];
    for (int j = 0; j < 10; j++)
      row[j] += from[j] * 2;
  }
}

void walked(int n, int m, int a[n][m], int (*b)[m]) {
  int *p, *q;
  for (int i = 1; i < n; i++) {
    p = &a[i][m];
    q = b[i - 1];
    for (int j = m; j > 0; j--)
      *--p += *q++ + j;
  }
}

/* The pointer of the row before, and the end of this one. */
unsigned ended(int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    for (const int *p = A[i] + 1, *end = p + 8; p < end; p += 2)
      sum = sum * 3 + *p;
  return sum;
}

void deep(int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 6; k++) {
      int *row = V[i][k], *next = V[(n - 1) - i][5 - k] + 2;
      for (int j = 0; j < 6; j++)
        row[j] -= next[j] + k;
    }
  for (int i = 0; i < n; i++) {
    int(*plane)[8] = V[i];
    for (int k = 0; k < 6; k++)
      for (int j = 0; j < 8; j++)
        plane[k][j] += i * j;
  }
}

void cells(int n) {
  for (int i = 0; i < n; i++) {
    struct cell *c = C[i];
    for (int j = 0; j < 7; j++, c++) {
      c->x += i - j;
      for (int k = 0; k < 3; k++)
        c->y[k] += c->x * k;
    }
  }
}

/* Rows that another iteration has set; rows that are left. */
void kept(int n) {
  int *row = A[0];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 10; j++)
      row[j] = row[j] * 3 + i;
    if (i % 3 == 0)
      row = A[i];
    else
      row = A[i - 1];
  }
}

void beyond(int n, int m) {
  for (int i = 0; i < n; i++) {
    int *row = A[i], *begin = B[0];
    for (int j = 0; j < m; j++)
      row[j] = A[i][9] + B[i][j % 10] + 1;
    for (int j = 0; j < n * 10; j++)
      begin[j] += A[i][j % 10];
  }
}

int *after(int n) {
  int *row = A[0];
  for (int i = 0; i < n; i++) {
    row = A[i];
    for (int j = 0; j < 10; j++)
      *row++ += j;
  }
  return row;
}

/* Rows of a sum of sizes, also by functions with sizes of their own, and
   through the array itself. */
static inline int *at(int h, int w, int a[h][w + 1], int y, int x) {
  return &a[y][x];
}
static void put(int w, int (*a)[w], int y, int x, int value) {
  a[y][x] = value;
}

void found(int n, int m, int a[n][m + 1], int (*b)[m]) {
  for (int i = 0; i < n; i++) {
    int *row = &a[i][0];
    for (int j = 0; j < m; j++) {
      a[i][j + 1] += b[i][j];
      put(m, b, i, j, *at(n, m, a, i, j) + 1);
      *row++ ^= i;
    }
  }
}

/* The sizes are not those of the array. */
void mistaken(int n, int m, int (*b)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      put(n, b, i, j, i * 3 + j);
}

/* Positions that count up beside counters that go down, as data, too. */
int positions(int n, int m) {
  int at = 0, left = n, sum = 0;
  while (left-- > 0) {
    int column = 0;
    for (int k = m; k > 0; k--) {
      A[at][column] = A[at][column] * 3 + 2 * column - left;
      column++;
    }
    sum = sum * 5 + at;
    at++;
  }
  return sum;
}

static void fill(void) {
  for (int i = 0; i < 120; i++)
    A[i / 10][i % 10] = i * 37 % 101, B[i / 10][i % 10] = i * 23 % 67;
  for (int i = 0; i < 192; i++)
    V[i / 48][i / 8 % 6][i % 8] = i;
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4};
  unsigned sum = 0;
  for (int k = 0; k < 5; k++) {
    int n = sizes[k];
    fill();
    each(n * 3);
    walked(n * 2, 10, A, B);
    walked(n + 1, 7, (int(*)[7])A, (int(*)[7])B);
    sum = sum * 31 + ended(n * 3);
    deep(n);
    cells(n * 2);
    kept(n * 3);
    beyond(n, 10);
    beyond(n, n * 5);
    sum = sum * 31 + (after(n + 1) - A[0]);
    found(n * 2, 9, A, (int(*)[9])B);
    mistaken(n, 9, (int(*)[9])B);
    sum = sum * 31 + positions(n * 2, 10);
    for (int i = 0; i < 120; i++)
      sum = sum * 31 + A[i / 10][i % 10] * 7 + B[i / 10][i % 10];
    for (int i = 0; i < 192; i++)
      sum = sum * 31 + V[i / 48][i / 8 % 6][i % 8];
    for (int i = 0; i < 63; i++)
      sum = sum * 31 + C[i / 7][i % 7].x + C[i / 7][i % 7].y[i % 3];
    printf("%d %u\n", n, sum);
  }
  return 0;
}
