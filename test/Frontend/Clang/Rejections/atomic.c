// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, _Atomic(int) *a) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: atomic.c:[[@LINE+2]]:{{[0-9]+}}: warning: atomic access to{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}keep atomic objects out of the region
    a[i] = 1;
#pragma endscop
}
