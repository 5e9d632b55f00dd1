// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: throw.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: exception handling in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}keep 'try', 'catch' and 'throw' out of the region
    i > 3 ? throw 1 : a[i] = 1;
#pragma endscop
}
