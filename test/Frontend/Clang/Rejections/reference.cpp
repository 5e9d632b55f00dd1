// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

void f(int n, double *a) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: reference.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: reference 'x' is declared in the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use the object that it refers to
    double &x = a[k];
    k++;
    x = 1;
  }
#pragma endscop
}
