// RUN: %stevedore %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: %clang -Wall -Wextra -Werror -c %t.c -o %t.o

// Names that are taken are left alone.

int stevedore_min = 3, f_T1 = 4;

void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = a[i] * stevedore_min + f_T1;
#pragma endscop
}
// CHECK: {{^}}#define STEVEDORE2_GET
// CHECK: {{^}}#define f__T1 STEVEDORE2_T1
// CHECK: {{^}}void f(
// CHECK: const long T1 = stevedore2_min(f__T1,
