// RUN: %stevedore --live-out=t,a %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c
// RUN: %stevedore --live-out=a %s -o %t.c 2>&1 | count 0
// RUN: not cmp %s %t.c

void f(int n, const double *restrict b, double *restrict t, double *restrict a) {
#pragma stevedore local(t)
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: local-and-live-out.c:[[@LINE+2]]:{{[0-9]+}}: warning: 't' is local by '#pragma stevedore local' and observed by '--live-out' [-Wstevedore]
// CHECK: note: take 't' out of one of them
    t[i] = b[i];
    a[i] = t[i] * 2;
  }
#pragma endscop
}
