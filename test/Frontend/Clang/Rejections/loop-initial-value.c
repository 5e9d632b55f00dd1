// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  int i = 0;
// CHECK: loop-initial-value.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop without an initial value{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the loop as 'for (i = lower; i < upper; i += constant)'
  for (; i < n; i++) {
    if (b[i] > 0)
      continue;
    a[i] = 1;
  }
#pragma endscop
}
