// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: condition-data.c:[[@LINE+2]]:{{[0-9]+}}: warning: condition 'b[i] > 0' depends on the data in 'b[i]'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use '?:' in a value for a condition on data
    if (b[i] > 0)
      a[i] = 1;
#pragma endscop
}
