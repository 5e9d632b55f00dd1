// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *p, double *a, double *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: pointer-modified.c:[[@LINE+2]]:{{[0-9]+}}: warning: pointer 'p' is modified in the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}leave the pointer as it is and use subscripts
    *p++ = 1;
    p = a[i] > 3 ? b : p;
  }
#pragma endscop
}
