// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

struct s { double x, y; };
void f(int n, struct s *p) {
#pragma scop
  for (int i = 0; i < n; i++) {
    p[i].x = 1;
// CHECK: two-shapes.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'p' is accessed in two different ways{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use one shape and one kind of subscripts for an array in a region
    p->y = 2;
  }
#pragma endscop
}
