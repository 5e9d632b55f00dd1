// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c
#include <string.h>

void f(double A[4][4], double *restrict b) {
#pragma scop
// CHECK: block-bounds.c:[[@LINE+2]]:{{[0-9]+}}: warning: a call sets or copies memory beyond what is provably one row of an array [-Wstevedore]
// CHECK: note: write it as loops over the elements
  memset(&A[1][2], 0, 5 * sizeof(double));
  for (int i = 0; i < 4; i++)
    b[i] = A[i][i];
#pragma endscop
}
