#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program whose one region is a chain of statements, each of which
reads what the one before it writes: of stencils, of nests of several kinds, or
of statements in one loop. It prints a sum over what the last one writes.

    chain.py stencils|nests|loop COUNT [unmarked]"""

import sys

SIZE = 40


def nest(bounds, statement):
    lines = ["  " * (depth + 1) + "for (int %s = %s; %s < %s; %s++)"
             % (i, first, i, last, i)
             for depth, (i, first, last) in enumerate(bounds)]
    return lines + ["  " * (len(bounds) + 1) + statement]


def stencil(number, source, target):
    return nest([("i", "1", "n - 1")],
                "%s[i][0] = 0.5f * %s[i - 1][0] + 0.25f * %s[i + 1][0];"
                % (target, source, source))


def product(number, source, target):
    other = "a%d" % (number % 3)
    return nest([("i", "0", "n"), ("j", "0", "n"), ("k", "0", "n")],
                "%s[i][j] += 0.01f * %s[i][k] * %s[k][j];"
                % (target, source, other if other != target else source))


def transposition(number, source, target):
    return nest([("i", "0", "n"), ("j", "0", "n")],
                "%s[i][j] = 0.75f * %s[j][i];" % (target, source))


def nests(number, source, target):
    kind = (transposition, stencil, product)[number % 3]
    return kind(number, source, target)


def loop(number, source, target):
    return ["    %s[i][0] = 0.25f * %s[i - 1][0] + 0.5f * %s[i][0];"
            % (target, source, source)]


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    one = {"stencils": stencil, "nests": nests, "loop": loop}[kind]
    arrays = ["a%d" % number for number in range(5)]
    body = []
    for number in range(count):
        body += one(number, arrays[number % 5], arrays[(number + 1) % 5])
    if kind == "loop":
        body = ["  for (int i = 1; i < n; i++) {"] + body + ["  }"]
    if "unmarked" not in sys.argv:
        body = ["#pragma scop"] + body + ["#pragma endscop"]
    print("#include <stdio.h>\n#include <stdlib.h>\n"
          "static void chain(int n, %s)\n{\n%s\n}\n"
          % (", ".join("float %s[restrict n][n]" % a for a in arrays),
             "\n".join(body)))
    print("static float %s;" % ", ".join("%s[%d][%d]" % (a, SIZE, SIZE)
                                         for a in arrays))
    print("int main(void)\n{\n  for (int i = 0; i < %d * %d; i++)\n    %s"
          % (SIZE, SIZE, "\n    ".join(
              "%s[i / %d][i %% %d] = (float)(i * %d %% 17) / 8;"
              % (a, SIZE, SIZE, number + 3)
              for number, a in enumerate(arrays[:1]))))
    print("  chain(%d, %s);\n  double sum = 0;\n"
          "  for (int i = 0; i < %d * %d; i++)\n"
          "    sum += %s[i / %d][i %% %d] * (1 + i %% 7);\n"
          '  printf("%%a\\n", sum);\n  return 0;\n}'
          % (SIZE, ", ".join(arrays), SIZE, SIZE, arrays[count % 5], SIZE, SIZE))


main()
