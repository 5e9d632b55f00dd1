// A macro for copies may be several statements: where a copy is conditional, it
// stands in braces.
// REQUIRES: stevedore, gcc
// RUN: %stevedore %s -o %t.c -- -std=c99
// RUN: %gcc -std=c99 -O1 -w "-DSTEVEDORE_GET(l,r,b)=++copies; memcpy((void *)(l), (const void *)(r), b)" \
// RUN:     "-DSTEVEDORE_PUT(r,l,b)=++copies; memcpy((void *)(r), (const void *)(l), b)" \
// RUN:     "-DSTEVEDORE_FREE(p)=++frees; free(p)" -DSTEVEDORE_T1=3 -DSTEVEDORE_T2=5 %t.c -o %t.several
// RUN: %gcc -std=c99 -O1 -w "-DSTEVEDORE_GET(l,r,b)=(++copies, memcpy((void *)(l), (const void *)(r), b))" \
// RUN:     "-DSTEVEDORE_PUT(r,l,b)=(++copies, memcpy((void *)(r), (const void *)(l), b))" \
// RUN:     "-DSTEVEDORE_FREE(p)=(++frees, free(p))" -DSTEVEDORE_T1=3 -DSTEVEDORE_T2=5 %t.c -o %t.one
// RUN: %t.several > %t.out
// RUN: %t.one | diff - %t.out
// RUN: FileCheck %s < %t.out
// CHECK: {{[1-9][0-9]+}} copies, {{[1-9]}} frees
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
long copies, frees;
void relax(int steps, int n, double a[n], double b[n]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i] - a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.5 * b[i];
  }
#pragma endscop
}
int main(void) {
  double a[40], b[40];
  for (int i = 0; i < 40; i++)
    a[i] = b[i] = i % 7;
  relax(11, 40, a, b);
  for (int i = 0; i < 40; i++)
    printf("%a %a\n", a[i], b[i]);
  printf("%ld copies, %ld frees\n", copies, frees);
}
