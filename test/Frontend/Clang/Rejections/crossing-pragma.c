// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *a) {
  for (int i = 0; i < n; i++) {
// CHECK: crossing-pragma.c:[[@LINE+2]]:{{[0-9]+}}: warning: a statement crosses '#pragma scop' or '#pragma endscop'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}put '#pragma scop' and '#pragma endscop' around whole statements of one block
#pragma scop
    a[i] = 1;
  }
#pragma endscop
}
