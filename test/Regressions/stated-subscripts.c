// That a subscript chosen by data lies between two numbers says that these elements
// exist only where both are reached: not for remainders of numbers that may be
// negative, for bits that are set together, or for terms that depend on one another.
// A mask of parameters is tested: it may be negative. Blocks are as large as the elements that are used.
// RUN: %stevedore --profitable=off '--functions=^[^m]' %s -o %t.c -- -std=gnu99 2> %t.err
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=gnu99 -w %s -o %t.original && %t.original > %t.expected
// RUN: %gcc -std=gnu99 -w -fsanitize=address,undefined %t.c -o %t.tiled && %t.tiled | diff %t.expected -
// REQUIRES: gcc, gcc-sanitizers
#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: void signedRest(
// CHECK-NOT: /* load */
void signedRest(int n, const int *v, int *t) {
  for (int i = 0; i < n; i++)
    t[v[i] % 8]++;
}
void restInVariable(int n, const int *v, int *t) {
  for (int i = 0; i < n; i++) {
    int x = v[i] % 8;
    t[x]++;
  }
}
void restOfBits(int n, const int *v, int *t) {
  for (int i = 0; i < n; i++)
    t[(v[i] & 12) % 8]++;
}
void together(int n, const int *v, int *t) {
  for (int i = 0; i < n; i++)
    t[(v[i] & 4) | 1]++;
}
void difference(int n, const int *v, int *t) {
  for (int i = 0; i < n; i++)
    t[(v[i] & 15) - (v[i] & 3)]++;
}
// CHECK-LABEL: void unsignedRest(
// CHECK: /* load */
void unsignedRest(int n, const unsigned *v, int *t) {
  for (int i = 0; i < n; i++)
    t[v[i] % 8]++;
}
// CHECK-LABEL: void restOfBytes(
// CHECK: /* load */
void restOfBytes(int n, const unsigned char *v, int *t) {
  for (int i = 0; i < n; i++)
    t[v[4 * i] % 8]++;
}
// CHECK-LABEL: void half(
// CHECK: /* load */
void half(int n, const int *v, int *t) {
  for (int i = 0; i < n; i++)
    t[((v[i] & 7) - 3) / 2 + 1]++;
}
// CHECK-LABEL: void bits(
// CHECK: if ({{.*}}(n) >= 0
// CHECK: /* load */
void bits(int n, const int *v, int *t) {
  for (int i = 0; i < 16; i++)
    t[v[i] & n]++;
}
// CHECK-LABEL: void sizeOfBits(
// CHECK: if ({{.*}}(n) >= 1
// CHECK: /* load */
void sizeOfBits(unsigned n, const unsigned *v, int *t) {
  for (int i = 0; i < 16; i++)
    t[v[i] & (n - 1)]++;
}
// CHECK-LABEL: int main(
int main(void) {
  int v[16];
  for (int i = 0; i < 16; i++)
    v[i] = (i * 5) % 16;
  struct {
    void (*run)(int, const int *, int *);
    int size, n;
  } all[] = {{signedRest, 8}, {restInVariable, 8}, {restOfBits, 5}, {together, 6}, {difference, 13},
             {(void (*)(int, const int *, int *))unsignedRest, 8},
             {(void (*)(int, const int *, int *))restOfBytes, 8}, {half, 4},
             {bits, 17}, {bits, 16, -1}, {(void (*)(int, const int *, int *))sizeOfBits, 16}};
  for (int k = 0; k < 11; k++) {
    int *t = calloc(all[k].size, sizeof *t);
    all[k].run(all[k].n ? all[k].n : 16, v, t);
    for (int i = 0; i < all[k].size; i++)
      printf("%d ", t[i]);
    puts("");
    free(t);
  }
}
