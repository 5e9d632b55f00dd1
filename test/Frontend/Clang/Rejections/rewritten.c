// What has been rewritten is left alone when it comes again, by the rewriter
// and by the plugin; a function that was added since is not.
// RUN: %stevedore %s -o %t.1.c --
// RUN: not cmp -s %s %t.1.c
// RUN: %stevedore %t.1.c -o %t.2.c -- 2>&1 | FileCheck %s
// RUN: cmp %t.1.c %t.2.c
// CHECK: remark: the loops of 'f' have been rewritten before [-Rstevedore]
// CHECK: note: {{.*}}rewrite the original file, or mark the loops that are left
// RUN: echo 'void g(int n, double *b) { for (int i = 0; i < n; i++) b[i] = 2; }' > %t.3.c
// RUN: cat %t.3.c >> %t.2.c
// RUN: %stevedore --profitable=off %t.2.c -o %t.3.c --
// RUN: FileCheck %s --check-prefix=ADDED < %t.3.c
// RUN: %clang -Wall -Wextra -Werror -fsyntax-only %t.3.c
// ADDED: void f(
// ADDED: void g(
// ADDED: STEVEDORE{{[0-9]*}}_PUT(&b[

void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
