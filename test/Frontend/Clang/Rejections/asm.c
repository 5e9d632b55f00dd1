// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: asm.c:[[@LINE+2]]:{{[0-9]+}}: warning: inline assembly in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}keep the assembly out of the region
    __asm__("nop");
    a[i] = 1;
  }
#pragma endscop
}
