// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

void f(int n, double *a) {
  auto fill = [&](double value) {
// CHECK: in-lambda.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: the region is in a lambda expression{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the kernel as a function and call it from the lambda
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] = value;
#pragma endscop
  };
  fill(1);
}
