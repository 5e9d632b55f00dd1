// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: switch.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'switch' in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write it as 'if' statements with affine conditions
    switch (i) {
    case 0:
      a[i] = 1;
    }
  }
#pragma endscop
}
