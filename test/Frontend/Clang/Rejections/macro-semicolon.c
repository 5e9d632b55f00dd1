// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

// Without the semicolon, which is a macro's, what stands there is no loop.
#define END ;

void f(int n, double *a) {
#pragma scop
// CHECK: macro-semicolon.c:[[@LINE+1]]:{{[0-9]+}}: warning: a macro's expansion crosses the border of the region
  for (int i = 0; i < n; i++)
    a[i] = i END
#pragma endscop
}
