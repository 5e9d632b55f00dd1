// Sums in types of 64 bits exceed every type, their conditions do not: parameters
// leave room for them, which is tested.
// RUN: %stevedore %s -o %t.c 2> %t.messages
// RUN: FileCheck %s < %t.c
// RUN: FileCheck %s --check-prefix=MESSAGES < %t.messages
// RUN: %clang -Wall -Wextra -Wno-unknown-pragmas -Werror -c %t.c -o %t.o
// RUN: %gcc -Wall -Wextra -Wno-unknown-pragmas -Werror -c %t.c -o %t.o
// REQUIRES: gcc, clang

#include <stddef.h>

// CHECK-LABEL: void taps(
// CHECK: ((long long)(taps) >= 0 && (long long)(taps) <= 281474976710656) && ((long long)(n) >= 0 &&
void taps(size_t n, size_t taps, const int *restrict x, int *restrict y) {
#pragma scop
  for (size_t i = 0; i + taps <= n; ++i)
    for (size_t k = 0; k < taps; ++k)
      y[i] += x[i + k];
#pragma endscop
}

// CHECK-LABEL: void scaled(
// CHECK: ((long long)(n) >= 0 && (long long)(n) <= 281474976710656) && ((long long)(b) >= 0 && (long long)(b) <= 281474976710656)
void scaled(size_t n, size_t b, int *a) {
#pragma scop
  for (size_t i = 0; i < n; i++)
    if (8 * i + b < 2000)
      a[i]++;
#pragma endscop
}

// A mask of all bits is none; a constant of an unsigned type may stand for a
// negative number.
// CHECK-LABEL: void masked(
// CHECK: /* compute */
void masked(size_t n, int *a) {
#pragma scop
  for (size_t i = 3; i < n; i++)
    if ((i & 0xFFFFFFFFFFFFFFFFu) + (size_t)-1 > 3)
      a[i] = 1;
#pragma endscop
}

// MESSAGES: warning: condition 'i < 18446744073709551615u' may wrap around in type 'unsigned long'
void greatest(size_t n, int *a) {
#pragma scop
  for (size_t i = 0; i < n; i++)
    if (i < 18446744073709551615u)
      a[i] = 1;
#pragma endscop
}

// MESSAGES: warning: condition {{.*}} is not affine
void signBit(size_t n, int *a) {
#pragma scop
  for (size_t i = 0; i < n; i++)
    if ((i & 0x8000000000000000) == 0)
      a[i] = 1;
#pragma endscop
}

// MESSAGES: warning: condition 'i < b' is not affine
// MESSAGES: it computes with more than 64 bits
void wide(size_t n, unsigned __int128 b, int *a) {
#pragma scop
  for (size_t i = 0; i < n; i++)
    if (i < b)
      a[i]++;
#pragma endscop
}
