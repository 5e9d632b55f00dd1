/* Names of types that mean something else where the loops are, and constants
   that are called like the sizes of tiles. */
#include <stdio.h>

typedef double Element;
typedef unsigned char octet;
struct Pair { int z; };
struct Kept { int x, y; };

static void alias(int n, Element *restrict a, const Element *restrict b) {
  typedef float Element;
  Element factor = 3;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[n - 1 - i] / factor;
#pragma endscop
}

static void tag(int n, struct Pair *restrict c) {
  struct Pair { double z[4]; };
  struct Pair mine = {{1.5}};
#pragma scop
  for (int i = 0; i < n; i++)
    c[i].z = c[i].z * 2 + mine.z[0];
#pragma endscop
}

static void variable(int n, octet *restrict a, const octet *restrict b) {
  int octet = 5;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[n - 1 - i] + octet;
#pragma endscop
}

static void same(int n, struct Kept *restrict Kept, int by) {
#pragma scop
  for (int i = 0; i < n; i++)
    Kept[i].x += Kept[i].y * by;
#pragma endscop
}

enum { sizes_2_T1 = 5, sizes_L2_T1 = 7, sizes_T = 2 };
static void sizes(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += b[i] * sizes_2_T1;
#pragma endscop
#pragma scop
  for (int i = 1; i < n; i++)
    b[i] = a[i] + b[i - 1] * sizes_T;
#pragma endscop
}

int main(void) {
  enum { N = 29 };
  double a[N], b[N];
  octet c[N], d[N];
  struct Pair pairs[N];
  struct Kept kept[N];
  for (int i = 0; i < N; i++) {
    a[i] = i;
    b[i] = 2 * i + 1;
    c[i] = d[i] = i * 7;
    pairs[i].z = i;
    kept[i].x = i;
    kept[i].y = 3 - i;
  }
  alias(N, a, b);
  tag(N, pairs);
  variable(N, c, d);
  same(N, kept, 2);
  sizes(N, a, b);
  for (int i = 0; i < N; i++)
    printf("%a %a %d %d %d\n", a[i], b[i], c[i], pairs[i].z, kept[i].x);
  printf("%d\n", sizes_2_T1 + 10 * sizes_L2_T1);
}
