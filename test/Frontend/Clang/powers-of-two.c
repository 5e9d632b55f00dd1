// 1 << k is a parameter, which is 0 where the shift has no value, in bounds and
// as the length of rows.
// RUN: %stevedore --print=scop --profitable=off %s -- -std=c99 -Rpass-missed=stevedore 2>/dev/null | FileCheck %s
// RUN: %stevedore --profitable=off %s -o %t.c -- -std=c99 -Rpass-missed=stevedore 2>&1 | FileCheck --check-prefix=KEPT %s
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.c %s
// CHECK-LABEL: # doubled
// CHECK: domain: {{.*}}S0[i] : 0 <= i < [[P:.*]] }
// TEXT-LABEL: void doubled(
// TEXT: ((k >= 0 && k < 31) ? (1 << k) : 0)
// TEXT: /* load */
void doubled(int k, float a[1 << k]) {
  for (int i = 0; i < (1 << k); i++)
    a[i] *= 2;
}

// Stages of a transform: the region is the loop in which the shift stays.
// CHECK-LABEL: # stages
// CHECK: S0[i]
void stages(int k, float *restrict a, float *restrict b) {
  for (int s = 0; s < k; s++)
    for (int i = 0; i < (1 << s); i++)
      a[i] += b[i];
}

// CHECK-LABEL: # rows
// CHECK: S0[i, j] -> a[i, j]
void rows(int n, int k, float *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (1 << k); j++)
      a[(i << k) + j] = 1;
}

// KEPT: powers-of-two.c:[[@LINE+3]]:{{[0-9]+}}: remark: {{.*}} is not affine
void halved(int n, int k, float *a) {
  for (int i = 0; i < n; i++)
    a[i >> k] = 1;
}
