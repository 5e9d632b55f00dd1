// Output goes into a loop after the region.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

int printf(const char *, ...);

#ifndef FOLLOWED
void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = i;
// CHECK: printf.c:[[@LINE+2]]:5: warning: call of 'printf', which may have side effects [-Wstevedore]
// CHECK: note: end the region before the output, and write it in a loop of its own after the region
    printf("%f\n", a[i]);
  }
#pragma endscop
}
#else
void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma endscop
  for (int i = 0; i < n; i++)
    printf("%f\n", a[i]);
}
#endif
