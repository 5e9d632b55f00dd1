// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

void f(int n, double *a, double *b) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: lambda.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: lambda expression in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the lambda's body in place
    a[i] = [](double x) { return x; }(b[i]);
#pragma endscop
}
