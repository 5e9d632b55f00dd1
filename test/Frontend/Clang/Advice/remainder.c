// A remainder by a parameter is written as a choice, by an edit.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// CHECK: remainder.c:[[@LINE+12]]:22: warning: subscript '(i + 1) % n' divides by 'n', which is not a constant [-Wstevedore]
// CHECK: note: where 'i + 1' is never below 0 and always below 2 * n, write '(i + 1 >= n ? i + 1 - n : i + 1)'
// CHECK-NEXT: b[(i + 1) % n]
// CHECK-NEXT: ~~~~~~~~^~~
// CHECK-NEXT: (i + 1 >= n ? i + 1 - n : i + 1)
// RUN: sed 's/(i + 1) %% n\]/(i + 1 >= n ? i + 1 - n : i + 1)]/' %s > %t.followed.c
// RUN: %stevedore --strict -Werror=stevedore %t.followed.c -o %t.c --
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */
void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = b[(i + 1) % n];
#pragma endscop
}
