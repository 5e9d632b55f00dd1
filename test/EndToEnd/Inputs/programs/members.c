// Iterators that are members, structures that are copied and whose members are
// used, labels, counters that live on, and pointers that start at conversions.
#include <stdio.h>
#include <stdlib.h>

struct at {
  int row;
  struct {
    short column;
  } in;
};
struct pair {
  float re, im;
};
union word {
  struct {
    short low, high;
  };
  int whole;
};
struct image {
  void *data;
  int step, width;
};

// The iterators are members, which also tell where another loop begins.
void transpose(int n, float a[n][n], float b[n][n]) {
  struct at p, q;
rows:
  for (p.row = 0; p.row < n; p.row++) {
  columns:
    for (p.in.column = p.row; p.in.column < n; p.in.column++) {
      int distance = p.in.column - p.row;
      b[p.in.column][p.row] = a[p.row][p.in.column] + distance;
    }
  }
  for (q.row = n; q.row-- > 0;)
    b[q.row][0] += q.row;
}

// Somebody reads the member behind the loop.
int observed(int n, float *a) {
  struct at p;
  for (p.row = 0; p.row < n; p.row++)
    a[p.row] += 1;
  return p.row;
}

// t is copied as a whole, and its members are changed.
void combine(int n, const struct pair *x, struct pair *y) {
  struct pair t, u;
  for (int i = 0; i < n; i++) {
    t = x[i];
    u.re = y[n - 1 - i].re;
    u.im = -y[n - 1 - i].im;
    t.re += u.im;
    y[i] = t;
    y[n - 1 - i].im = u.re - t.im;
  }
}

void butterfly(int n, int *data) {
  union word a, b;
  for (int i = 0; i < n; i++) {
    a.whole = data[i];
    b.whole = data[i + n];
    union word sum;
    sum.low = a.low / 2 + b.high / 2;
    sum.high = a.high / 2 - b.low / 2;
    data[i] = sum.whole;
  }
}

// k counts on from one loop to the other, and behind both.
int ring(int n, int at, const float *c, const float *line, float *out) {
  int k = 0;
  float sum = 0;
  for (int i = at; i < n; i++)
    sum += c[k++] * line[i];
  if (sum > 3)
    sum = 3;
  for (int i = 0; i < at; i++)
    sum += c[k++] * line[i];
  *out = sum;
  return k;
}

// The pointer begins at what has another type, in each iteration.
void filter(const struct image *in, const struct image *mask, float *out, int n,
            int m) {
  for (int i = 0; i < n; i++) {
    float *p = (float *)mask->data;
    float *q = (float *)in->data + i;
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum += *p++ * *q++;
    out[i] = sum;
  }
}

// Structures are copied from where a pointer is.
void walk(int n, const struct pair *from, struct pair *to) {
  for (int i = 0; i < n; i++) {
    struct pair p = *from++;
    struct pair q = *from;
    to->re = p.re - q.im;
    to->im = p.im + q.re;
    to++;
  }
}

// The iterator is declared ahead of its loop, in the body of a call.
static void scale(float *x, int n, float by) {
  int i;
each:
  for (i = 0; i < n; i++)
    *&x[i] *= by;
}
void scaled(int n, int m, float x[n][m]) {
  for (int i = 0; i < n; i++)
    scale(x[i], m, 0.5f + i);
}

static float number(void) {
  static unsigned state = 1;
  state = state * 1103515245u + 12345;
  return (float)(state >> 16 & 255) / 8 - 11;
}

static void numbers(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = number();
}

static void print(const char *what, const float *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 1.25 / (1 + (sum > 1e6 || sum < -1e6) * 1e6) + x[i];
  printf("%s %a\n", what, sum);
}

int main(void) {
  for (int n = 0; n < 12; n++) {
    int size = n ? n : 1;
    float *a = malloc(size * size * sizeof(float));
    float *b = malloc(size * size * sizeof(float));
    float *c = malloc(3 * (n + 1) * sizeof(float));
    float *d = malloc(3 * (n + 1) * sizeof(float));
    int *data = malloc((2 * n + 1) * sizeof(int));
    numbers(a, size * size), numbers(b, size * size);
    numbers(c, 3 * (n + 1)), numbers(d, 3 * (n + 1));
    for (int i = 0; i <= 2 * n; i++)
      data[i] = (int)(number() * 100000);
    if (n) {
      transpose(n, (float(*)[n])a, (float(*)[n])b);
      scaled(n, n, (float(*)[n])a);
    }
    print("b", b, size * size), print("a", a, size * size);
    printf("%d\n", observed(n, c));
    combine(n, (struct pair *)c, (struct pair *)d), print("d", d, 2 * n);
    butterfly(n, data);
    for (int i = 0; i < n; i++)
      printf("%d ", data[i]);
    float sum;
    for (int at = 0; at <= n; at += 3)
      printf("%d %a ", ring(n, at, c, d, &sum), sum);
    struct image in = {c, 1, n}, mask = {d, 1, n};
    filter(&in, &mask, a, n, n), print("a", a, n);
    walk(n, (struct pair *)c, (struct pair *)d), print("d", d, 2 * n);
    free(a), free(b), free(c), free(d), free(data);
  }
  return 0;
}
