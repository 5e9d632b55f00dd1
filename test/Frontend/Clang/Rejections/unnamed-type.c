// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

struct { double x; } p[100];
void f(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: unnamed-type.c:[[@LINE+2]]:{{[0-9]+}}: warning: elements of 'p' have a type that cannot be named, declared{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}give the type a name
    p[i].x = 1;
#pragma endscop
}
