// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

struct s { int x : 3; } g;
void f(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: bit-field.c:[[@LINE+2]]:{{[0-9]+}}: warning: bit-field 'g.x' in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use a member that is not a bit-field
    g.x = 1;
#pragma endscop
}
