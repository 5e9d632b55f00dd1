// The value of a statement expression stays where it is; the loops before it
// are rewritten.
// RUN: %stevedore --profitable=off %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: %clang -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: %gcc -Wall -Wextra -Werror -c %t.c -o %t.o
// REQUIRES: gcc, clang

int b[100];
#define SUM(p, n) ({ int s_ = 0; for (int i_ = 0; i_ < (n); i_++) s_ += (p)[i_]; s_; })

// CHECK-LABEL: int direct(
// CHECK: int s = 0;
// CHECK: /* compute */
// CHECK: {{^ *}}s;
// CHECK-NEXT: {{^ *[}][)]}} : 0;
int direct(int n) {
  return n > 3 ? ({
    int s = 0;
    for (int i = 0; i < n; i++)
      s += b[i];
    s;
  }) : 0;
}
// CHECK: {{^}}int inMacro(int n) { return SUM(b, n); }
int inMacro(int n) { return SUM(b, n); }
