// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *a) {
// CHECK: unmatched-pragma.c:[[@LINE+2]]:{{[0-9]+}}: warning: '#pragma scop' without '#pragma endscop'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}put '#pragma scop' and '#pragma endscop' around whole statements of one block
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
