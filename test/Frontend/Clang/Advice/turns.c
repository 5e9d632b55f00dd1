// Arrays that take turns are one array with two time levels.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

#ifndef FOLLOWED
void f(int n, int steps, double *a, double *b) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i + 1];
// CHECK: turns.c:{{[0-9:]+}}: warning: pointer 'b' is modified in the region [-Wstevedore]
// CHECK: note: {{.*}}two arrays that take turns may be one, 'u[2][n]', with 'u[t % 2]' for the one and 'u[(t + 1) % 2]' for the other
    b = b == a ? a : b;
  }
#pragma endscop
}
#else
void f(int n, int steps, double u[2][n]) {
#pragma scop
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      u[(t + 1) % 2][i] = u[t % 2][i - 1] + u[t % 2][i + 1];
#pragma endscop
}
#endif
