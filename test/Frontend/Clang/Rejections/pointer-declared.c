// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double (*A)[100]) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: pointer-declared.c:[[@LINE+2]]:{{[0-9]+}}: warning: pointer 'row' is declared in the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use subscripts of the array that it points into
    double *row = i > 3 ? A[i] : A[0];
    row[0] = 1;
  }
#pragma endscop
}
