// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    if (b[i] == 7)
// CHECK: break.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'break' leaves a loop of the region early{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}put the condition into the loop's bounds
      break;
  }
#pragma endscop
}
