// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

#include <stdlib.h>
void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-rand.c:[[@LINE+2]]:{{[0-9]+}}: warning: call of 'rand', which may have side effects{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}or move the call out of the region
    a[i] = rand();
#pragma endscop
}
