// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

template <typename T> void f(int n, T *a) {
// CHECK: template-unused.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: the region is in a template of which the file has no instance{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}instantiate the template in the file
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
