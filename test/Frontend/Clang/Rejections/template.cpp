// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

template <typename T, int N> void f(T (&a)[N]) {
#pragma scop
// CHECK: template.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: the region is in a template whose instances differ in what they access or compute{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the kernel as a function of concrete types
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma endscop
}
template void f(double (&)[10]);
template void f(double (&)[11]);
