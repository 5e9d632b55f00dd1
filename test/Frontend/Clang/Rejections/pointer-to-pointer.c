// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double **A) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: pointer-to-pointer.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'A' is reached through a pointer that is read from memory{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use one block of memory, with a pointer to rows: 'double (*A)[M]'
    A[i][0] = 1;
#pragma endscop
}
