// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

template <typename T> void f(int n, T *a) {
#pragma scop
// CHECK: template.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: the region is in a template{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the kernel as a function of concrete types
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
template void f<double>(int, double *);
