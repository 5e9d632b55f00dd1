// Counters are of the type of the source's where all that is computed with them
// fits, and of the type long elsewhere.
// RUN: %stevedore --tile=32,32,32 %s -o %t.c -- -std=c99
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: %clang -std=c99 -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: %stevedore --tile=32,32,32 %s -o %t.small.c -- -std=c99 --target=msp430
// RUN: FileCheck %s --input-file=%t.small.c --check-prefix=SMALL
// REQUIRES: gcc, clang

// int has 16 bits.
// SMALL-LABEL: {{^}}void constant(
// SMALL: {{^ *}}for (long iT = 0; iT < 64; iT += 32)

// The value of a counter needs no conversion.
// CHECK-LABEL: {{^}}void constant(
// CHECK-NOT: long
// CHECK: {{^ *}}for (int iT = 0; iT < 64; iT += 32)
// CHECK-NEXT: {{^ *}}for (int jT = 0; jT < 96; jT += 32) {
// CHECK: {{^ *}}/* compute */
// CHECK-NEXT: {{^ *}}for (int i = iT; i < iT + 32; i++)
// CHECK-NEXT: {{^ *}}for (int j = jT; j < jT + 32; j++){{$}}
// CHECK-NEXT: {{^ *}}a_local[i - iT][j - jT] += i - j;
// CHECK-NOT: long
// CHECK: {{^}}}
void constant(double a[restrict 64][96]) {
#pragma scop
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 96; j++)
      a[i][j] += i - j;
#pragma endscop
}

// CHECK-LABEL: {{^}}void parametric(
// CHECK-NOT: int i
// CHECK: {{^ *}}for (long iT = 0; iT < n_2; iT += 32) {
// CHECK-NOT: int i
// CHECK: {{^ *}}for (long i = iT;
void parametric(int n, double a[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] += i;
#pragma endscop
}

// CHECK-LABEL: {{^}}void wide(
// CHECK: {{^ *}}for (long iT = 0; iT < 64; iT += 32) {
// CHECK-NOT: int i
// CHECK: {{^ *}}for (long i = iT;
void wide(double a[restrict 64]) {
#pragma scop
  for (long i = 0; i < 64; i++)
    a[i] += i;
#pragma endscop
}

// The counter of the last tile would go beyond the largest int.
// CHECK-LABEL: {{^}}void last(
// CHECK-NOT: int i
// CHECK: {{^ *}}for (long iT = {{.*}} iT += 32) {
// CHECK-NOT: int i
// CHECK: {{^ *}}if (
// CHECK-LABEL: {{^}}void coefficients(
void last(double *restrict a) {
#pragma scop
  for (int i = 2147483600; i < 2147483647; i++)
    a[i - 2147483600] += 1;
#pragma endscop
}

// So would a product in a subscript.
// CHECK-NOT: int i
// CHECK: {{^ *}}for (long iT = 0; iT < 100000; iT += 32)
// CHECK-LABEL: {{^}}void subscript(
void coefficients(double (*restrict a)[64]) {
#pragma scop
  for (int i = 0; i < 100000; i++)
    for (int j = 0; j < 64; j++)
      a[30000l * i + j][j] += 1;
#pragma endscop
}

// What the user wrote computes in the type that it did.
// CHECK: {{^ *}}for (int iT = 0; iT < 64; iT += 32)
// CHECK: {{^ *}}STEVEDORE_GET(&a_local[i - iT][0], &a[((long)i) * ((long)m) + ((long)jT)], 32 * sizeof(double));
void subscript(int m, double *restrict a) {
#pragma scop
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 96; j++)
      a[(long)m * i + j] += 1;
#pragma endscop
}

// Pieces of a buffer that wraps around are counted in long, and so is what is
// computed with them.
// CHECK-LABEL: {{^}}void window(
// CHECK: {{^ *}}for (long iT = 0; iT < 1024; iT += 32) {
// CHECK-NOT: int i
// CHECK: {{^ *}}for (long i = s0; i <= s0 + r0; i++){{$}}
void window(const double a[restrict 1064], double b[restrict 1024]) {
#pragma scop
  for (int i = 0; i < 1024; i++)
    b[i] = a[i] + a[i + 1] + a[i + 40];
#pragma endscop
}
