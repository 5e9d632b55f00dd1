#include "macros.h"

struct point {
  double x, y[3];
};

void use(const double *);

/* 4 statements: of the declarations in blocks those with a value, no static
   ones; the operands of a comma; no return. */
int statements(int n)
{
  static int last = 0;
  int a, b = n, c[2] = {0, 1};
  if (n > 0)
    a = 1, b = 2;
  (void)c;
  return a + b + last;
}

/* 1 statement of this file, 1 of a header: that does not count. */
void expanded(double *p, int n)
{
  for (int i = 0; i < n; i++)
    SET(p[i], 0.0);
#include "body.h"
}

/* 7 references, all affine, in 7 statements, 2 of them of the block: *p, p[1],
   s[0].y[1], p[0], p[n], p[2], q->y[n]. No others: &p[2], sizeof, a row, a member of one object. */
double references(double *p, struct point *q, struct point s[4],
                  double A[3][3], int n)
{
  *p = p[1];
  s[0].y[1] = q->x;
  use(&p[2]);
  use(A[1]);
  p[0] = ({ double t = p[n]; t + sizeof(p[3]); }) + p[2];
  return q->y[n];
}

/* 11 statements without a region. Affine: a[i], a[k], b[k], a[3 * i + j]; not
   affine: a[b[k]], a[j * j], a[l]. */
void subscripts(double *a, int *b, int n)
{
  int l = 0;
  for (int i = 0; i < n; i++) {
    int k = i + 1;
    use(&a[i]);
    a[i] = ({ double t = a[k]; t; });
    a[b[k]] = 1.0;
    for (int j = 0; j < 3; j++) {
      a[3 * i + j] = 2.0;
      a[j * j] = 3.0;
    }
    l = next(l);
    a[l] = 4.0;
  }
}

/* A region of 3 statements; of its 7 references, a[i], b[i] and c[i] twice each
   and d[b[i] & 7], data choose the last one. */
void histogram(const int *restrict a, const int *restrict b, int *restrict c,
               int d[restrict 8], int n)
{
  for (int i = 0; i < n; i++)
    if (a[i] > b[i]) {
      c[i] = a[i];
      d[b[i] & 7]++;
    } else {
      c[i] = 0;
    }
}
