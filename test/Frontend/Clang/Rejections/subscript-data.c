// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, const int *p, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: subscript-data.c:[[@LINE+2]]:{{[0-9]+}}: warning: subscript 'p[i]' depends on the data in 'p[i]'{{.*}}[-Wstevedore]
// CHECK: note: declare the array with its size, as in 'double a[n]', or say what the subscript is at most, as in '__builtin_assume(p[i] >= 0 && p[i] < n)'
    a[p[i]] = 1;
#pragma endscop
}
