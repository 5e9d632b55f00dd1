// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, int *restrict a, int *restrict b) {
#pragma scop
// CHECK: condition.c:[[@LINE+2]]:{{[0-9]+}}: warning: a preprocessor condition crosses the border of the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}put the whole condition into the region, or take it out
  for (int i = 0; i < n; i++)
    a[i] = 1;
#ifndef OTHER
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#pragma endscop
#endif
}
