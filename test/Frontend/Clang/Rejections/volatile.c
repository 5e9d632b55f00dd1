// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, volatile double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: volatile.c:[[@LINE+2]]:{{[0-9]+}}: warning: access to volatile{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}keep volatile objects out of the region
    a[i] = 1;
#pragma endscop
}
