// What stands in front of a function stays with it: attributes and macros, on
// its line or above. A macro may be the brace before it.
// RUN: %stevedore --profitable=off %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: %clang -Wno-deprecated-non-prototype -Wno-unknown-pragmas -Werror -c %t.c -o %t.o
// RUN: %gcc -Werror -Wno-unknown-pragmas -c %t.c -o %t.o
// RUN: %gcc -DOTHER -Werror -Wno-unknown-pragmas -c %t.c -o %t.o
// REQUIRES: gcc, clang

#define EXPORT __attribute__((visibility("default")))
#define NOTHING
#define STATIC_INLINE static inline __attribute__((always_inline))
#define BEGIN {
#define END }

// CHECK: {{^}}int before;
// CHECK-NEXT: {{^}}#include <stdlib.h>
// CHECK: {{^}}NOTHING int f0(
int before; NOTHING int f0(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  return 0;
}

// CHECK: {{^}}#ifndef f1_T1
// CHECK: {{^}}EXPORT int f1(
EXPORT int f1(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  return 0;
}

// CHECK: {{^}}#ifndef f2_T1
// CHECK: {{^}}/* About f2. */
// CHECK-NEXT: {{^}}STATIC_INLINE
// CHECK-NEXT: {{^}}int f2(
/* About f2. */
STATIC_INLINE
int f2(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  return 0;
}

// CHECK: {{^}}#ifndef f3_T1
// CHECK: {{^}}NOTHING
// CHECK-NEXT: {{^}}EXPORT
NOTHING
EXPORT
/* About f3. */
int f3(int n, double *a)
BEGIN
  for (int i = 0; i < n; i++) BEGIN a[i] *= 2; END
  return 0;
END

// CHECK: {{^}}#ifndef f4_T1
// CHECK: {{^}}#pragma omp declare simd
// CHECK-NEXT: {{^}}int f4(
#pragma omp declare simd
int f4(n, a) int n; double *a; {
  int i;
  for (i = 0; i < n; i++)
    a[i] *= 2;
  return f2(n, a);
}

// Where a declaration starts in a group of #if and ends behind it, new text is
// in front of the group.
// CHECK: {{^}}#ifndef f7_T1
// CHECK: {{^}}#ifdef OTHER
// CHECK-NEXT: {{^}}static
#ifdef OTHER
static
#else
extern
#endif
int f7(int n, double *a);
#ifdef OTHER
static
#elif defined NOTHING
#else
extern
#endif
int f7(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  return 0;
}
int (*after)(int, double *) = f7;
