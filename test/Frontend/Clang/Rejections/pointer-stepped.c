// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *a, double *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: pointer-stepped.c:[[@LINE+2]]:{{[0-9]+}}: warning: pointer 'a' is modified in the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}leave the pointer as it is and use subscripts
    a[0] = 1;
    a = i == 3 ? b : a;
  }
#pragma endscop
}
