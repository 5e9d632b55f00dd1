// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, const int *p, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = p[i]; j < p[i + 1]; j++)
// CHECK: bound-data.c:[[@LINE+2]]:9: warning: data choose the subscript 'j' of 'a', and it is not known which elements there are [-Wstevedore]
// CHECK: note: declare the array with its size, as in 'double a[n]', or say what the subscript is at most, as in '__builtin_assume(j >= 0 && j < n)'
      a[j] = 1;
#pragma endscop
}

// A loop that is not in another one would be all of the region.
void alone(int n, const int *p, double a[n]) {
#pragma scop
// CHECK: bound-data.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop bound 'p[p[0]]' depends on the data in 'p[p[0]]'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}only iterators and integers that do not change
  for (int j = 0; j < p[p[0]]; j++)
    a[j] = 1;
#pragma endscop
}
