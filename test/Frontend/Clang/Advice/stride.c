// A stride is a constant.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

#ifndef FOLLOWED
int s;
void f(int n, double *a) {
#pragma scop
// CHECK: stride.c:[[@LINE+2]]:3: warning: step of the loop over 'i' is not a constant [-Wstevedore]
// CHECK: note: use a literal step other than zero, a macro or an enumerator; a stride that is a parameter is not affine: then put the region into the loop's body
  for (int i = 0; i < n; i += s)
    a[i] = 0;
#pragma endscop
}
#else
enum { s = 4 };
void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i += s)
    a[i] = 0;
#pragma endscop
}

void g(int n, int s, double (*a)[1000]) {
  for (int i = 0; i < n; i += s) {
#pragma scop
    for (int j = 0; j < 1000; j++)
      a[i][j] = 0;
#pragma endscop
  }
}
#endif
