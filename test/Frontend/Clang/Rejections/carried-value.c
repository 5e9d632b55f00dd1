// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void triangular(int n, double *restrict a) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
// CHECK: carried-value.c:[[@LINE+2]]:{{[0-9]+}}: warning: subscript 'k++' uses 'k', and its value in each iteration of the loops that change it is not affine{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}compute 'k' from the iterators, as in 'i * m + j'
      a[k++] = 1;
#pragma endscop
}

void counted(int n, double *restrict a) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: carried-value.c:[[@LINE+1]]:{{[0-9]+}}: warning: subscript 'k' uses 'k', and its value
    a[k] = 1;
    k += i;
  }
#pragma endscop
}
