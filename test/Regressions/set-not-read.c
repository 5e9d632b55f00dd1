// An array that is written and never read gives one warning in the original,
// and none more when it is rewritten.
// REQUIRES: stevedore, gcc, clang
// RUN: %stevedore --strict %s -o %t.c -- -std=c99
// RUN: %gcc -std=c99 -Wall -Wextra -c %t.c -o %t.o 2>&1 | FileCheck %s
// RUN: %clang -std=c99 -Wall -Wextra -Werror -fsyntax-only -Wno-unused-but-set-variable %t.c
// CHECK-COUNT-1: warning: {{.*}}a{{.*}} set but not used
// CHECK-NOT: warning

void f(int n)
{
  int a[n];
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma endscop
}
