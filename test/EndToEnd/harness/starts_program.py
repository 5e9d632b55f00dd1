# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random accesses from positions that are no multiples of rows, in rows whose
length is a product, that overlap, go down or have no length; through
variables, pointers or in one expression, and through unions."""

import random

STRIDES = ["d", "d * c", "-c", "c", "d * c * 2", "c * (d + 1)", "-(d * c)", "1"]
STARTS = ["at", "at + 3", "(at + d) * c", "at - c * d", "1", "at * c + d"]


class Starts:
    """for i, j: o[start + i * s + j * t + u] = x[start + ..] + ..;"""

    def __init__(self, seed):
        self.r = random.Random("starts %d" % seed)

    def position(self, array):
        """The text of a position from the middle of the array on."""
        r = self.r
        terms = [self.starts[array], "i * (%s)" % self.strides[0],
                 str(r.choice([0, 0, 1, 2, -1]))]
        if self.depth == 2:
            terms.append("j * (%s)" % self.strides[1])
        if r.random() < 0.1:
            terms[0] = r.choice(STARTS)
        return " + ".join(["1500"] + terms)

    def element(self, array):
        return "%s[%s]" % (array, self.position(array))

    def body(self):
        r = self.r
        value = " + ".join(self.element(a) for a in r.sample("xyz", r.choice([1, 2])))
        if r.random() < 0.3:
            value += " - " + self.element("o")
        lines = ["%s = (%s) %% 1000;" % (self.element("o"), value)]
        if r.random() < 0.2:
            lines = ["union word u;", "u.whole = %s;" % value, "u.half[%d] ^= 5;"
                     % r.choice([0, 1]), "%s = u.whole %% 1000;" % self.element("o")]
        if r.random() < 0.2:
            lines = ["kept.half[%d] += %s;" % (r.choice([0, 1]), value),
                     "%s = kept.whole %% 1000;" % self.element("o")]
        if r.random() < 0.2:
            lines = ["if (%s %% 3 == 0) {" % self.element("x")] + lines + ["}"]
        return lines

    def function(self):
        r = self.r
        self.depth = r.choice([1, 2, 2])
        self.strides = [r.choice(STRIDES) for _ in range(2)]
        self.starts = {a: r.choice(STARTS) for a in "xyzo"}
        if r.random() < 0.5:
            self.starts["o"] = self.starts["x"]
        lines = ["union word { int whole; short half[2]; };",
                 "static long f(int n, int m, int k, int *x, int *y, int *z,"
                 " int *o) {",
                 "union word kept; kept.whole = 0;",
                 "int d = k %% 5 - %d, c = m %% 4 + %d, at = k + 7;"
                 % (r.choice([0, 1, 2]), r.choice([0, 1, 1]))]
        if r.random() < 0.3:
            lines.append("%s = %s;" % (r.choice("yzo"), r.choice("xo")))
        end, body = "0", self.body()
        if r.random() < 0.4:
            body = [line.replace(self.starts["x"] + " + i * (%s)"
                                 % self.strides[0], "from") for line in body]
            lines.append("int from = %s;" % self.starts["x"])
            step, end = ["from += %s;" % self.strides[0]], "from"
        else:
            step = []
        lines += ["#pragma scop", "for (int i = 0; i < n; i++) {"]
        if self.depth == 2:
            lines.append("for (int j = 0; j < m; j++) {")
            body.append("}")
        lines += body + step + ["}", "#pragma endscop"]
        return lines + ["return kept.whole + d + %s;" % end, "}"]
