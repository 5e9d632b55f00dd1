// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: subscript-product.c:[[@LINE+3]]:{{[0-9]+}}: warning: subscript 'i * i' is not affine{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}it multiplies 'i' by 'i'
// CHECK: note: declare the array with its size, as in 'double a[n]', or say what the subscript is at most, as in '__builtin_assume((i * i) >= 0 && (i * i) < n)'
    a[i * i] = 1;
#pragma endscop
}
