// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, int i, double *a) {
#pragma scop
  for (i = 0; i < n; i++)
    a[i] = 1;
// CHECK: iterator-outside.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop iterator 'i' is used in the region outside of its loop{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use another variable outside of the loop
  a[0] = i;
#pragma endscop
}
