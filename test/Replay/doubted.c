// Loops that are too long are executed with smaller constants, which is a guess.
// Where they differ from the program then, the region is planned anew with these
// constants, by the same phases up to its loops: it stays as it is planned only
// where those loops are right.
// REQUIRES: stevedore
// RUN: %stevedore --tile=32,48 --report=%t.json %s -o %t.c -- -std=c99 2>&1 \
// RUN:   | FileCheck %s --allow-empty --implicit-check-not="coarser answer"
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// REPORT: "skipped": "it has other loops with smaller constants"
void apart(double A[9000], double B[9000]) {
#pragma scop
  for (int t = 0; t < 700; t++)
    for (int i = 1; i < 4095; i++)
      A[i] = A[i] + B[2 * i + 3] * A[4095 - i];
#pragma endscop
}
