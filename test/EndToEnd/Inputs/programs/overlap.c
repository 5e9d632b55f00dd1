/* Pointers that may overlap, called with and without an overlap. */
#include <stdio.h>

void shift(int n, double *to, double *from) {
#pragma scop
  for (int i = 0; i < n; i++)
    to[i] = from[i] + 1.0;
#pragma endscop
}

void apart(int n, double *restrict to, double *restrict from) {
#pragma scop
  for (int i = 0; i < n; i++)
    to[i] = from[i] + 1.0;
#pragma endscop
}

#ifndef RECORD_H
static void record_print(void) { printf("\n"); }
#endif

int main(void) {
  double a[30];
  for (int i = 0; i < 30; i++)
    a[i] = i % 7;
  printf("separate ");
  shift(10, a, a + 10);
  record_print();
  printf("ahead ");
  shift(20, a + 1, a);
  record_print();
  printf("behind ");
  shift(20, a, a + 1);
  record_print();
  printf("equal ");
  shift(20, a, a);
  record_print();
  printf("promised ");
  apart(10, a, a + 15);
  record_print();
  for (int i = 0; i < 30; i++)
    printf("= %g\n", a[i]);
  return 0;
}
