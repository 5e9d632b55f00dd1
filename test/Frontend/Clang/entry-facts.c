// What the function says of parameters before it enters a region is part of the
// region's context: branches around it, returns ahead of it, assert and
// __builtin_assume; of variables that never change, and where control cannot come
// from elsewhere.
// REQUIRES: stevedore
// RUN: %stevedore --print=scop %s -- -std=gnu99 | FileCheck %s
// RUN: %stevedore --print=scop %s -- -std=c99 | FileCheck %s
// RUN: %stevedore --print=scop %s -- -x c++ -std=c++23 \
// RUN:   | FileCheck %s -check-prefixes=CHECK,CXX
// RUN: %stevedore --print=scop %s -- -std=c99 -DNDEBUG \
// RUN:   | FileCheck %s -check-prefix=NDEBUG
#include <assert.h>
#include <stdlib.h>
#define unlikely(x) __builtin_expect(!!(x), 0)

// CHECK: # around
// CHECK: context: {{.*}} : n > 0
void around(int n, double *a) {
  if (n > 0) {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] = 0;
#pragma endscop
  }
}

// CHECK: # otherwise
// CHECK: context: {{.*}} : n > 0
void otherwise(int n, double *a) {
  if (n <= 0) {
    a[0] = 1;
  } else {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] = 0;
#pragma endscop
  }
}

// CHECK: # early
// CHECK: context: {{.*}} : n >= 2 and m > 0 }
void early(int n, int m, double *a) {
  if (unlikely(n < 2 || m <= 0)) {
    a[0] = 0;
    return;
  }
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i] += a[j];
#pragma endscop
}

// CHECK: # checked
// CHECK: context: {{.*}} : n > 0
// NDEBUG: # checked
// NDEBUG: context: "{ : }"
void checked(int n, double *a) {
  assert(a && n > 0);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}

// CHECK: # assumed
// CHECK: context: {{.*}} : n > 0
void assumed(int n, double *a) {
  __builtin_assume(n > 0);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}

// Not zero and not negative; `unsigned` without wrapping around.
// CHECK: # left
// CHECK: context: {{.*}} : n > 0 and m > 0 }
void left(int n, unsigned m, double *a) {
  if (!n)
    abort();
  if (n < 0)
    __builtin_unreachable();
  if (m == 0)
    exit(1);
#pragma scop
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      a[i] += a[j];
#pragma endscop
}

// A macro that is a statement.
// CHECK: # once
// CHECK: context: {{.*}} : n > 0
#define CHECK_SIZE(n) do { if ((n) <= 0) return; } while (0)
void once(int n, double *a) {
  CHECK_SIZE(n);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}

// Not where the variable changes, or another one is meant.
// CHECK: # changed
// CHECK: context: "{ : }"
void changed(int n, double *a) {
  if (n < 1)
    return;
  n -= 4;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}

// CHECK: # hidden
// CHECK: context: "{ : }"
void hidden(int n, double *a, int *b) {
  if (n < 1)
    return;
  {
    int n = b[0];
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] = 0;
#pragma endscop
  }
}

// Not where control may come from elsewhere.
// CHECK: # selected
// CHECK: context: "{ : }"
void selected(int n, int which, double *a) {
  switch (which) {
  case 0:
    if (n < 1)
      return;
  case 1: {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] = 0;
#pragma endscop
  }
  }
}

// CHECK: # skipped
// CHECK: context: "{ : }"
void skipped(int n, int m, double *a) {
  do {
    if (m == 3)
      break;
    if (n < 1)
      return;
  } while (0);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}

// Nor of a value of which a part is tested, or which may wrap around.
// CHECK: # part
// CHECK: context: "{ : }"
void part(int n, double *a) {
  if ((signed char)n) {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] = 0;
#pragma endscop
  }
}

// CHECK: # around_zero
// CHECK: context: {{.*}} : n >= 0 }
void around_zero(unsigned n, double *a) {
  if (n - 2 > 5) {
#pragma scop
    for (unsigned i = 0; i < n; i++)
      a[i] = 0;
#pragma endscop
  }
}

#ifdef __cplusplus
// CXX: # attribute
// CXX: context: {{.*}} : n > 0
void attribute(int n, double *a) {
  if (n == 7)
    throw 1;
  [[assume(n > 0)]];
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}
#endif
