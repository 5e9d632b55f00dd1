// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, const int *p, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: subscript-data.c:[[@LINE+2]]:{{[0-9]+}}: warning: subscript 'p[i]' depends on the data in 'p[i]'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}only iterators and integers that do not change in the region may decide here
    a[p[i]] = 1;
#pragma endscop
}
