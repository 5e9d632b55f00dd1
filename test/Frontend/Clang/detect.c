// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s
// RUN: %stevedore --print=scop %S/Inputs/nothing.c 2>&1 | FileCheck --check-prefix=NOTHING %s

// Without pragmas, the maximal sequences of statements that can be modelled
// and contain a loop.

int printf(const char *, ...);

void f(int n, double *a, double *b) {
  printf("start\n");
  a[0] = 0;
  for (int i = 1; i < n; i++)
    a[i] = b[i];
  for (int i = 1; i < n; i++)
    b[i] = a[i - 1];
  printf("middle\n");
  while (a[0] < 10)
    for (int i = 0; i < n; i++)
      a[i] += 1;
  for (int i = 0; i < n; i++) {
    printf("%d\n", i);
    for (int j = 0; j < i; j++)
      a[j] += b[i];
  }
  int last = n - 1;
  for (int i = 0; i < last; i++)
    a[i] = last;
  printf("%d\n", last);
}
// CHECK: # f, line 11
// CHECK: # f, line 18
// CHECK: # f, line 22
// CHECK: # f, line 26
// CHECK-NOT: # f

// NOTHING: nothing.c:1:1: remark: no loop nest of this file can be modelled; nothing is done [-Rpass-missed=stevedore]
// NOTHING: nothing.c:2:3: note: the first reason: 'while' loop in a region that does not count
// NOTHING: note: mark a region with '#pragma scop' and '#pragma endscop' to learn why
