// The word 'register' is taken away by an edit.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: cmp %s %t.c
// CHECK: register.c:[[@LINE+9]]:19: warning: 's' is a register variable, which has no address [-Wstevedore]
// CHECK: note: declare 's' without 'register'
// CHECK-NEXT: register double s
// CHECK-NEXT: {{~~~~~~~~~? *\^}}
// RUN: sed 's/^  register double/  double/' %s > %t.followed.c
// RUN: %stevedore --strict -Werror=stevedore %t.followed.c -o %t.c --
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */
double f(int n, double *a) {
  register double s = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma endscop
  return s;
}
