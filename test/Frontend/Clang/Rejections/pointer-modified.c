// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *p, double *a, double *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: pointer-modified.c:[[@LINE+2]]:{{[0-9]+}}: warning: pointer arithmetic on 'p++'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the access as a subscript, 'p[i]'
    *p++ = 1;
    p = i == 3 ? b : p;
  }
#pragma endscop
}
