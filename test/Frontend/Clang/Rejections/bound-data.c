// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, const int *p, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: bound-data.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop bound 'p[i]' depends on the data in 'p[i]'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}only iterators and integers that do not change
    for (int j = p[i]; j < p[i + 1]; j++)
      a[j] = 1;
#pragma endscop
}
