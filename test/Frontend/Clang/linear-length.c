// A length that is a product says how many rows a linear array has, in whatever
// order its factors stand; one element more is no row.
// RUN: %stevedore --print=scop %s 2> %t | FileCheck %s
// RUN: FileCheck --check-prefix=OUTSIDE --input-file=%t %s

// CHECK: # product
// CHECK: best[y, x] : 0 <= y < h and 0 <= x < w }"
// CHECK-NEXT: schedule
void product(int h, int w, const unsigned *s, int best[w * h]) {
#pragma scop
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (s[y * w + x] > 7)
        best[y * w + x] = y;
#pragma endscop
}

// CHECK: # three
// CHECK: best[y, x, z] : 0 <= y < 2h and 0 <= x < w and 0 <= z < d }"
void three(int h, int w, int d, const unsigned *s, int best[2 * h * w * d]) {
#pragma scop
  for (int y = 0; y < 2 * h; y++)
    for (int x = 0; x < w; x++)
      for (int z = 0; z < d; z++)
        if (s[(y * w + x) * d + z] > 7)
          best[(y * w + x) * d + z] = y;
#pragma endscop
}

// CHECK: # variable
// CHECK: best[y, x] : 0 <= y < h and 0 <= x < w }"
int variable(int h, int w, const unsigned *s) {
  int best[h * w];
  for (int y = 0; y < h * w; y++)
    best[y] = 0;
#pragma scop
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (s[y * w + x] > 7)
        best[y * w + x] = y;
#pragma endscop
  return best[1];
}

// OUTSIDE: linear-length.c:[[@LINE+6]]:{{[0-9]+}}: warning: an element of 'best'
void outside(int h, int w, const unsigned *s, int best[h * w]) {
#pragma scop
  for (int y = 0; y <= h; y++)
    for (int x = 0; x < w; x++)
      if (s[y * w + x] > 7)
        best[y * w + x] = y;
#pragma endscop
}
