// A remainder by a parameter is written as a choice, by an edit.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// CHECK: remainder.c:[[@LINE+12]]:31: warning: loop bound '(m + 1) % n' divides by 'n', which is not a constant [-Wstevedore]
// CHECK: note: where 'm + 1' is never below 0 and always below 2 * n, write '(m + 1 >= n ? m + 1 - n : m + 1)'
// CHECK-NEXT: i < (m + 1) % n;
// CHECK-NEXT: ~~~~~~~~^~~
// CHECK-NEXT: (m + 1 >= n ? m + 1 - n : m + 1)
// RUN: sed 's/(m + 1) %% n; i/(m + 1 >= n ? m + 1 - n : m + 1); i/' %s > %t.followed.c
// RUN: %stevedore --strict -Werror=stevedore %t.followed.c -o %t.c --
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */
int n;
void f(int m, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < (m + 1) % n; i++)
    a[i] = b[i];
#pragma endscop
}
