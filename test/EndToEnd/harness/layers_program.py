# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random layers of networks: convolutions and poolings with strides and
dilations that are parameters, borders, a bias that may be missing, the largest
value and where it is, saturation."""

import random


class Layer:
    """for y, x: s = init; for r, c: s = s op in[..] * w[..]; o[..] = s"""

    def __init__(self, seed):
        self.r = random.Random("layer %d" % seed)

    def indices(self):
        """What finds the element of the input, and whether it is inside."""
        r = self.r
        stride = r.choice(["stride", "stride", "1"])
        dilation = r.choice(["1", "1", "dilation"])
        pad = r.choice([0, 0, 1])
        row = "y * %s + r * %s" % (stride, dilation)
        column = "x * %s + c * %s" % (stride, dilation)
        if pad:
            row, column = row + " - 1", column + " - 1"
        return row, column, pad

    def body(self):
        r = self.r
        row, column, pad = self.indices()
        lines = ["const int yy = %s, xx = %s;" % (row, column)]
        if r.random() < 0.3:
            lines = ["int yy, xx;", "yy = %s;" % row, "xx = %s;" % column]
        element = r.choice(["x_[yy * iw + xx]", "x_[(%s) * iw + %s]" % (
            row, column)])
        if r.random() < 0.3:
            lines.append("const int *line = x_ + yy * iw;")
            element = "line[xx]"
        inside = "yy >= 0 && yy < ih && xx >= 0 && xx < iw"
        value = element
        if r.random() < 0.3:
            value += " * y_[r * k + c]"
        if pad:
            form = r.choice(["flag", "choice", "if", "continue"])
            if form == "flag":
                lines.append("int inside = %s;" % inside)
                inside = "inside"
            if form == "if":
                return lines, inside, value
            if form == "continue":
                lines.append("if (!(%s)) continue;" % inside)
            else:
                value = "(%s ? %s : 0)" % (inside, value)
        return lines, "", value

    def function(self):
        r = self.r
        lines, condition, value = self.body()
        kind = r.choice(["sum", "sum", "sum", "largest", "where"])
        bias = r.choice(["", "bias ? bias[x] : 0", "b != 0 ? *b : 3"])
        start = {"sum": "int s = %s;" % (bias or "0"),
                 "largest": "int s = -9999;",
                 "where": "int s = -9999, at = -1;"}[kind]
        update = {"sum": "s += %s;" % value,
                  "largest": r.choice(["if (%s > s) s = %s;",
                                       "s = s > %s ? s : %s;"]) % (value, value),
                  "where": "if (%s > s) { s = %s; at = yy * 50 + xx; }"
                           % (value, value)}[kind]
        if condition:
            update = "if (%s) { %s }" % (condition, update)
        result = "at" if kind == "where" else "s"
        if r.random() < 0.3:
            result = "saturated(%s >> %d, %d)" % (result, r.choice([0, 2]),
                                                 r.choice([5, 8]))
        store = r.choice(["o[y * ow + x] = %s;", "*out++ = %s;"]) % result
        return ["static int saturated(int v, unsigned bits) {",
                "if (bits >= 1 && bits <= 32) {",
                "const int most = (int)((1U << (bits - 1)) - 1);",
                "const int least = -1 - most;",
                "if (v > most) return most; else if (v < least) return least; }",
                "return v; }",
                "static long f(int n, int m, int k, int *x_, int *y_, int *z,"
                " int *o) {",
                "int stride = 1 + (n + k) % 3, dilation = 1 + m % 2;",
                "int oh = n, ow = m, ih = n * stride + 2, iw = m * stride +"
                " k * 2 + 1;",
                "const int *bias = n % 2 ? z : 0, *b = k > 2 ? z + k : 0;",
                "int *out = o; (void)out; (void)oh; (void)ih; (void)ow;",
                "(void)bias; (void)b; (void)y_; (void)saturated;"
                " (void)dilation;",
                "#pragma scop",
                "for (int y = 0; y < oh; y++)", "for (int x = 0; x < ow; x++) {",
                start, "for (int r = 0; r < k; r++)",
                "for (int c = 0; c < k; c++) {"] + lines + [
                    update, "}", store, "}", "#pragma endscop",
                    "return out - o;", "}"]
