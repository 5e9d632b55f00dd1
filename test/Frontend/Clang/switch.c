// What data choose from is one statement, with its labels.
// RUN: %stevedore %s -o %t.c -- -std=gnu11
// RUN: FileCheck %s --input-file=%t.c
// RUN: %clang -Wall -Wextra -Wimplicit-fallthrough -Werror -Wno-unknown-pragmas -fsyntax-only %t.c

enum kind { Small, Large };

void f(int n, const int *restrict v, double a[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    switch (v[i] / 3) {
    case Small:
    case 7 ... 9: {
      double old = a[i];
      a[i] = old * old;
      break;
    }
    case Large:
      a[i] += 1;
      __attribute__((fallthrough));
    default:
      if (i > 2)
        break;
      a[i] *= 2;
    }
#pragma endscop
}
// CHECK:      switch (v_local[i - iT] / 3) {
// CHECK-NEXT: case Small:
// CHECK-NEXT: case 7 ... 9:
// CHECK-NEXT:   {
// CHECK-NEXT:     double old = a_local[i - iT];
// CHECK-NEXT:     a_local[i - iT] = old * old;
// CHECK-NEXT:     break;
// CHECK-NEXT:   }
// CHECK-NEXT: case Large:
// CHECK-NEXT:   a_local[i - iT] += 1;
// CHECK-NEXT:   __attribute__((fallthrough));
// CHECK-NEXT: default:
// CHECK-NEXT:   if ((int)i > 2) {
// CHECK-NEXT:     break;
// CHECK-NEXT:   }
// CHECK-NEXT:   a_local[i - iT] *= 2;
// CHECK-NEXT: }
