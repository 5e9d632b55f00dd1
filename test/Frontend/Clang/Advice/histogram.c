// Elements that data choose have to exist.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DDECLARED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DSTATED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

#ifdef DECLARED
void f(int n, int m, const int *c, int h[m]) {
#else
void f(int n, int m, const int *c, int *h) {
#endif
#pragma scop
  for (int i = 0; i < n; i++) {
#ifdef STATED
    __builtin_assume(c[i] >= 0 && c[i] < m);
#endif
// CHECK: histogram.c:[[@LINE+2]]:7: warning: subscript 'c[i]' depends on the data in 'c[i]' [-Wstevedore]
// CHECK: note: declare the array with its size, as in 'int h[n]', or say what the subscript is at most, as in '__builtin_assume(c[i] >= 0 && c[i] < n)'
    h[c[i]]++;
  }
#pragma endscop
}
