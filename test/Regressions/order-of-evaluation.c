// A step in a condition counts where it is evaluated first and always; what a
// condition says holds until a later part of it, a reference, or memcpy() changes it;
// sizes of arrays in types are read where they are written.
// RUN: %stevedore --profitable=off %s -o %t.c -- -std=gnu11 2> %t.messages
// RUN: FileCheck %s --input-file=%t.messages --check-prefix=LEFT
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=gnu11 -w %s -o %t.original && %t.original > %t.expected
// RUN: %gcc -std=gnu11 -w -fsanitize=address,undefined -fno-sanitize=vla-bound %t.c -o %t.tiled && %t.tiled | diff %t.expected -
// REQUIRES: gcc, gcc-sanitizers
#include <stdio.h>
#include <string.h>

// LEFT-DAG: [[@LINE+4]]:{{[0-9]+}}: warning: 'while' loop in a region that does not count
int fSeenBefore(int n, int *restrict a, int *restrict h) {
  int k = n;
#pragma scop
  while (k > 3 && k-- > 0)
    a[k] += 1;
#pragma endscop
  return k;
}
// LEFT-DAG: [[@LINE+4]]:{{[0-9]+}}: warning: 'while' loop in a region that does not count
int fNotTaken(int n, int *restrict a, int *restrict h) {
  int k = n;
#pragma scop
  while (n > 6 && k-- > 0)
    a[k] += 1;
#pragma endscop
  return k;
}
// CHECK-LABEL: int fFirst(
// CHECK: /* load */
int fFirst(int n, int *restrict a, int *restrict h) {
  int k = n;
#pragma scop
  while (k-- > 0 && n < 9)
    a[k] += 1;
#pragma endscop
  return k;
}
// CHECK-LABEL: int fLaterPart(
// CHECK: /* load */
int fLaterPart(int n, int *restrict a, int *restrict h) {
#pragma scop
  for (int i = 0; i < n; i++)
    if (a[i] >= 0 && a[i] < 16 && (a[i] += 20) > 0)
      h[a[i] & 63] += 1;
#pragma endscop
  return 0;
}
// LEFT-DAG: [[@LINE+5]]:{{[0-9]+}}: warning: call of 'memmove'
int fMove(int n, int *restrict a, int *restrict h) {
#pragma scop
  for (int i = 0; i < n; i++) {
    int *p = a + 8 * i;
    memmove(p + 1, a + 8 * i, 5 * sizeof(int));
  }
#pragma endscop
  return 0;
}
// CHECK-LABEL: void bytes(
// CHECK: /* compute */
static void bytes(int *n, short *s, int *restrict c) {
#pragma scop
  for (int i = 0; i < *n; i++) {
    memset(&s[2 * i], 0, 2 * sizeof(short));
    c[i] += 1;
  }
#pragma endscop
}
int fBytes(int n, int *restrict a, int *restrict h) {
  h[3] = n;
  bytes(h + 3, (short *)h, a);
  return 0;
}
// LEFT-DAG: [[@LINE+5]]:{{[0-9]+}}: warning: type 'int (*)[k]' uses 'k', which the region modifies
int fSizeInside(int n, int *restrict a, int *restrict h) {
  int k = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    ((int (*)[k])a)[i][0] += i;
    k++;
  }
#pragma endscop
  return k;
}
// CHECK-LABEL: int fSizeBehind(
// CHECK: /* store */
int fSizeBehind(int n, int *restrict a, int *restrict h) {
  int k = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    a[2 * i] += 3;
    k += 2;
  }
#pragma endscop
  return ((int (*)[k])a)[1][0] + sizeof(*(int (*)[k])a);
}
// CHECK-LABEL: int fTypeOf(
// CHECK: int t_local
int fTypeOf(int n, int *restrict a, int *restrict h) {
#pragma scop
  for (int i = 0; i + 1 < n; i++) {
    __typeof__(a[i]) t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
#pragma endscop
  return 0;
}

int main(void) {
  int (*all[])(int, int *, int *) = {fSeenBefore, fNotTaken, fFirst, fLaterPart, fMove,
                                     fBytes, fSizeInside, fSizeBehind, fTypeOf};
  for (unsigned f = 0; f < sizeof all / sizeof *all; f++)
    for (int n = 0; n < 9; n += 1 + n / 3) {
      int a[100], h[64] = {0}, sum = 0;
      for (int i = 0; i < 100; i++)
        a[i] = i * 7 % 31 - 4;
      int last = all[f](n, a, h);
      for (int i = 0; i < 100; i++)
        sum = sum * 3 % 1000003 + a[i] + (i < 64 ? h[i] * i : 0);
      printf("%u %d: %d %d\n", f, n, last, sum);
    }
}
