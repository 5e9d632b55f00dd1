// Point loops of full tiles are unrolled and jammed where that pays, or by given
// factors. Iterations that fill no group have loops of the old form.
// RUN: %stevedore --only-marked %s -o %t.c -- -std=c99
// RUN: FileCheck %s --input-file=%t.c
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -O2 -c %t.c -o %t.o
// RUN: %clang -std=c99 -Wall -Wextra -Werror -O2 -c %t.c -o %t.o
// RUN: %stevedore --only-marked --registers=2,4 %s -o - -- -std=c99 | diff %t.c -
// RUN: %stevedore --only-marked --registers=1,4 %s -- -std=c99 | FileCheck %s --check-prefix=ONE
// RUN: %stevedore --only-marked --tile=32,32,6 --registers=2,4 %s -- -std=c99 | FileCheck %s --check-prefix=CONSTANT
// REQUIRES: gcc, clang

// Where dependences do not allow it, and without tiles, loops stay as they are;
// so they do where a machine has too few registers.
// RUN: %stevedore --only-marked --schedule=source --registers=off %s -o %t.off.c -- -std=c99 -DSWEEP
// RUN: %stevedore --only-marked --schedule=source --registers=2 %s -- -std=c99 -DSWEEP | diff %t.off.c -
// RUN: %stevedore --only-marked --registers=off %s -o %t.off.c -- -std=c99
// RUN: echo '{ compute: { registers: 3 } }' > %t.yaml
// RUN: %stevedore --only-marked --tile=param --machine=%t.yaml %s -- -std=c99 | diff %t.off.c -
// RUN: echo '{ compute: { registers: 8 } }' > %t.yaml
// RUN: %stevedore --only-marked --tile=param --machine=%t.yaml %s -- -std=c99 | FileCheck %s --check-prefix=FEW

// RUN: not %stevedore --registers=0 %s -- 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not %stevedore --registers=2,x %s -- 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not %stevedore --registers=4,2,4 %s -- 2>&1 | FileCheck %s --check-prefix=MANY
// VALUE: error: invalid value '{{.*}}' for 'registers': expected 'auto', 'off' or factors from 1 on, separated by commas
// MANY: the product of the factors must be at most 16

// Replay executes groups and what is left of them.
// RUN: %stevedore --only-marked --print=tree %s -o %t.tree -- -std=c99
// RUN: grep -v "^# sum" %t.tree > %t.text
// RUN: %stevedore-opt --emit=tree %t.tree | diff %t.text -
// RUN: grep -q 'hold (A_0 = ' %t.tree
// DEFINE: %{refuse} = not %stevedore-opt - 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/, A_1\[\]/, A_0[]/' %t.tree | %{refuse}
// RUN: sed 's/ - 4 step 4/ - 3 step 4/' %t.tree | %{refuse}
// RUN: sed 's/T3 % 4/T3 % 2/' %t.tree | %{refuse}
// RUN: sed 's/(C_0 = \(.*\) stored, B_0/(C_0 = \1, B_0/' %t.tree | %{refuse}
// WRONG: loop tree of 'sum': executed with

// CHECK: {{^ *}}if (full) {
// CHECK-NEXT: {{^ *}}for (long i = iT; i < T1 + iT - 1; i += 2) {
// CHECK-NEXT: {{^ *}}for (long k = kT; k < T3 + kT - 3; k += 4) {
// CHECK-NEXT: double A_0 = A_local[(i - iT) * A_n1 + k - kT], A_1 = A_local[(i - iT) * A_n1 + k - kT + 1], A_2 =
// CHECK: {{^ *}}for (long j = jT; j < T2 + jT; j++) {
// CHECK-NEXT: double C_0 = C_local[(i - iT) * C_n1 + j - jT], B_0 = B_local[(k - kT) * B_n1 + j - jT], B_1 =
// CHECK-NEXT: double B_2 =
// CHECK-NEXT: double C_1 = C_local[(i - iT + 1) * C_n1 + j - jT];
// CHECK-NEXT: C_0 += A_0 * B_0;
// CHECK-NEXT: C_0 += A_1 * B_1;
// CHECK-NEXT: C_0 += A_2 * B_2;
// CHECK-NEXT: C_0 += A_3 * B_3;
// CHECK-NEXT: C_1 += A_4 * B_0;
// CHECK-NEXT: C_1 += A_5 * B_1;
// CHECK-NEXT: C_1 += A_6 * B_2;
// CHECK-NEXT: C_1 += A_7 * B_3;
// CHECK-NEXT: C_local[(i - iT) * C_n1 + j - jT] = C_0;
// CHECK-NEXT: C_local[(i - iT + 1) * C_n1 + j - jT] = C_1;
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: {{^ *}}for (long k = T3 + kT - (T3 % 4); k < T3 + kT; k++) {
// CHECK: {{^ *}}for (long i = T1 + iT - (T1 % 2); i < T1 + iT; i++)
// CHECK-NEXT: {{^ *}}for (long k = kT; k < T3 + kT; k++)
// CHECK-NEXT: {{^ *}}for (long j = jT; j < T2 + jT; j++)
// CHECK-NEXT: C_local[(i - iT) * C_n1 + j - jT] += A_local[

// ONE: {{^ *}}for (long i = iT; i < T1 + iT; i++) {
// ONE-NEXT: {{^ *}}for (long k = kT; k < T3 + kT - 3; k += 4) {

// CONSTANT: {{^ *}}for (long i = iT; i < iT + 32; i += 2) {
// CONSTANT-NEXT: {{^ *}}for (long k = kT; k < kT + 3; k += 4) {
// CONSTANT: {{^ *}}for (long k = kT + 4; k < kT + 6; k++) {

// FEW: {{^ *}}for (long i = iT; i < T1 + iT - 1; i += 2) {
// FEW-NEXT: {{^ *}}for (long k = kT; k < T3 + kT - 1; k += 2) {
#ifndef SWEEP
void sum(int n, double C[restrict n][n], const double A[restrict n][n],
         const double B[restrict n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
#endif

#ifdef SWEEP
void sweep(int m, int n, double a[restrict n], double b[restrict n]) {
#pragma scop
  for (int t = 0; t < m; t++) {
    for (int i = 0; i < n - 1; i++)
      b[i] = a[i] + a[i + 1];
    for (int i = 0; i < n - 1; i++)
      a[i] += b[i];
  }
#pragma endscop
}
#endif
