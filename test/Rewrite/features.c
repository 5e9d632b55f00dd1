// Headers do not come before a macro that tells them what to declare.
// RUN: %stevedore --profitable=off %s -o %t.c -- && FileCheck %s < %t.c
// RUN: %clang -Werror -c %t.c -o %t.o
// REQUIRES: clang

// CHECK-NOT: {{^}}#include <stdlib.h>
// CHECK: {{^}}#define STEVEDORE_LIBRARY(name) __builtin_##name
void f(int n, int *a)
{
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

#define _DEFAULT_SOURCE 1
// CHECK: {{^}}#define _DEFAULT_SOURCE
#include <stdlib.h>
