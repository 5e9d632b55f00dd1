# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program with as many statements in one loop as its argument says, each
of which reads what others before it wrote to four arrays."""

import sys

count = int(sys.argv[1])
print("""#include <stdio.h>
static double a[4][40];
static void run(int n, double a0[restrict n], double a1[restrict n],
                double a2[restrict n], double a3[restrict n]) {
#pragma scop
  for (int i = 1; i < n - 1; i++) {""")
for k in range(count):
    print("    a%d[i] = a%d[i] * 0.5 + a%d[i - 1];" % ((k + 1) % 4, k % 4, (k + 2) % 4))
print("""  }
#pragma endscop
}
int main(void) {
  for (int i = 0; i < 160; i++)
    a[i / 40][i % 40] = i * 7 % 11;
  run(40, a[0], a[1], a[2], a[3]);
  for (int i = 0; i < 160; i++)
    printf("%a\\n", a[i / 40][i % 40]);
}""")
