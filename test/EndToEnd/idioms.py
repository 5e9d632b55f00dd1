#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random loop nests as libraries for signals and networks have them:
pointers that walk, `*p++`, along one array or two, counters that go down in
`while` and `do` loops, one or two, rows, blocks of four with a remainder; or functions that read and write elements, with
tests of bounds, early returns and conversions; or layers of networks; or what is
counted from any position, in rows of any length. Each has to run clean under sanitizers, and what
is made of it has to print the same, under sanitizers too, at several sizes and
tiles, also where its pointers are behind the loops. Prints what fails, and a
summary. Exit status 0 when nothing failed."""

import argparse
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "harness"))
from layers_program import Layer
from seeds import seeds_of
from starts_program import Starts

HEAD = """#include <stdio.h>
#include <string.h>
static volatile long tile_size = 3;
static void fill(int *p, int from) {
  for (int k = 0; k < 4096; k++) p[k] = (k * 7 + from * 5) % 19 - 6;
}
static void show(const int *p) {
  unsigned long sum = 5381;
  for (int k = 0; k < 4096; k++) sum = sum * 33 ^ (unsigned)p[k];
  printf(" %lx", sum);
}
static int x[4096], y[4096], z[4096], o[4096];
static inline int take(const int **from) {
  int value;
  memcpy(&value, *from, sizeof value);
  *from += 1;
  return value;
}
"""
SIZES = [(0, 0, 0), (1, 1, 1), (1, 3, 2), (5, 4, 3), (7, 1, 4), (11, 9, 6)]
MAIN = """int main(void) {
  static const int sizes[][3] = {%s};
  static const long tiles[] = {1, 3, 32};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int t = 0; t < 3; t++) {
      tile_size = tiles[t];
      fill(x, 1); fill(y, 2); fill(z, 3); fill(o, 4);
      long ends = f(sizes[k][0], sizes[k][1], sizes[k][2], x + 64, y + 64, z + 64, o + 64);
      printf("%%d %%ld", k, ends);
      show(x); show(y); show(z); show(o);
      printf("\\n");
    }
  return 0;
}
"""


class Walk:
    """A pointer into an array: how far each loop moves it, from where."""

    def __init__(self, r, array, depth, written):
        self.array, self.written = array, written
        self.name = "p" + array
        self.first = r.choice([0, 0, 1, 2])
        self.own = r.random() < 0.35
        kinds = ["follow", "follow", "fixed", "restart"]
        self.inner = r.choice([1, 1, 1, 2, -1])
        self.outer = r.choice([0, 1, 1, 2])
        self.byrow = depth == 2 and r.random() < 0.3
        self.row = depth == 2 and r.random() < 0.4
        self.offset = r.choice([0, 0, 1])
        self.kind = r.choice(kinds) if not written else "restart"


class Nest:
    """for i: s = init; for j: s = s + x[..] * y[..]; o[..] = s"""

    def __init__(self, seed):
        self.r = random.Random("idioms %d" % seed)
        r = self.r
        self.depth = r.choice([1, 2, 2])
        self.walks = [Walk(r, a, self.depth, False)
                      for a in r.sample("xyz", r.choice([1, 2, 2]))]
        self.out = Walk(r, "o", 1, True)
        self.out.inner = r.choice([1, 1, 2, -1])
        self.outer = r.choice(["for", "for", "while", "do"])
        self.inside = r.choice(["for", "while", "while", "do"])
        self.unsigned = r.random() < 0.4
        self.blocks = self.depth == 2 and r.random() < 0.2
        self.ends = r.random() < 0.4
        self.update = r.random() < 0.3
        self.zero = r.random() < 0.4
        self.named = r.random() < 0.3
        self.fetched = r.random() < 0.25
        self.bias = r.random() < 0.25
        self.clipped = r.random() < 0.25
        other = random.Random("steps %d" % seed)
        self.early = other.random() < 0.3
        self.seen = self.depth == 2 and other.random() < 0.5
        more = random.Random("bases %d" % seed)
        self.again = {v.name: "%s = %s + %d;" % (v.name, more.choice("xyz"),
                                                 more.choice([0, 1, 3]))
                      for v in self.walks if more.random() < 0.3}
        self.cast = more.random() < 0.2
        self.spare = {name: more.choice([-2, -1, 0, 3])
                      for name in "ij" if more.random() < 0.3}

    def reading(self, v):
        """An element that a step follows."""
        if self.fetched and not (v.own and self.depth == 1):
            return "take(&%s)" % v.name
        return "*%s%s++" % ("(int *)" if self.cast else "", v.name)

    def using(self, reads, what):
        """A statement with the elements, perhaps as variables of their own."""
        if not self.named:
            return [what(reads)]
        names = ["v%d" % k for k in range(len(reads))]
        return ["{"] + ["const int %s = %s;" % v for v in zip(names, reads)] \
            + [what(names), "}"]

    def stored(self, store, value):
        """Perhaps on both sides of a choice."""
        if not self.clipped:
            return ["%s = %s;" % (store, value)]
        return ["if (%s > 40) {" % value, "%s = 40;" % store, "} else {",
                "%s = %s;" % (store, value), "}"]

    def header(self, form, name, bound, body, step):
        """The loop of that form; it counts `name` where step says."""
        t = "unsigned" if self.unsigned else "int"
        if form == "for":
            return ["for (int %s = 0; %s < %s; %s++) {" % (name, name, bound,
                                                           name)] \
                + body + step + ["}"]
        counter = "left" if name == "j" else "count"
        lines = ["%s %s = %s;" % (t, counter, bound)]
        last = [counter + "--;"]
        both = ""
        if name in self.spare:
            spare = "spare_" + name
            lines.append("%s %s = %s + %d;" % (t, spare, bound,
                                               self.spare[name]))
            step = step + [spare + "--;"]
            both = " && %s > 0" % spare
        if self.early:
            seen = ["sum -= %s;" % counter] if self.seen and name == "j" else []
            step, last = last + seen + step, []
        if form == "while":
            test = counter if self.zero else counter + " > 0"
            return lines + ["while (%s%s) {" % (test, both)] + body + step \
                + last + ["}"]
        return ["if (%s > 0) {" % bound] + lines + ["do {"] + body + step \
            + last + ["} while (%s > 0%s);" % (counter, both), "}"]

    def function(self):
        types = "int n, int m, int k, int *x, int *y, int *z, int *o"
        lines = ["static long f(%s) {" % types, "(void)k; (void)y; (void)z;"]
        w = self.walks
        before, start, reads, steps = [], [], [], []
        for v in w:
            base = v.array
            if v.own and self.depth == 1:
                v.name = base
                reads.append(self.reading(v) if v.inner == 1 else "*" + v.name)
            elif self.depth == 1:
                before.append("const int *%s = %s + %d;" % (v.name, base,
                                                            v.first))
                reads.append(self.reading(v) if v.inner == 1 else "*" + v.name)
                if v.name in self.again:
                    steps.append(self.again[v.name])
            else:
                if v.row:
                    start.append("const int *%s = %s;" % (
                        v.name, self.r.choice(["%s + i * m", "&%s[i * m]"])
                        % base if self.outer == "for" else base))
                elif v.outer:
                    base = "w" + v.array
                    before.append("const int *%s = %s;" % (base, v.array))
                    start.append("const int *%s = %s + %d;" % (v.name, base,
                                                               v.first))
                    steps.append(base + " += m;" if v.byrow else
                                 base + "++;" if v.outer == 1 else
                                 base + " += 2;")
                elif v.name in self.again:
                    before.append("const int *%s = %s;" % (v.name, base))
                    steps.append(self.again[v.name])
                else:
                    start.append("const int *%s = %s;" % (v.name, base))
                if v.inner == 1:
                    reads.append(self.reading(v))
                else:
                    reads.append("%s[%d]" % (v.name, v.offset))
        inner_steps = []
        for v in w:
            if v.inner != 1:
                inner_steps.append("%s += %d;" % (v.name, v.inner))
        if self.depth == 1:
            store = "*po++" if self.out.inner == 1 else "po[0]"
            sign = "+=" if self.update else "="
            body = self.using(reads, lambda v: "%s %s %s;" % (store, sign,
                                                              " - ".join(v)))
            step = inner_steps + ([] if self.out.inner == 1 else
                                  ["po += %d;" % self.out.inner]) + steps
            lines += before + ["int *po = o + %d;" % self.out.first]
            lines += ["#pragma scop"] + self.header(self.outer, "i", "n", body,
                                                    step)
        else:
            acc = self.using(reads, lambda v: "sum += %s;" % " * ".join(v))
            if self.blocks:
                inner = self.header("while", "j", "m / 4", acc * 4,
                                    inner_steps * 1 if not inner_steps else [])
                if inner_steps:
                    inner = self.header("while", "j", "m / 4",
                                        (acc + inner_steps) * 4, [])
                rest = self.header("while", "j", "m % 4", acc, inner_steps)
                inner = ["{"] + inner + ["}", "{"] + rest + ["}"]
            else:
                inner = self.header(self.inside, "j", "m", acc, inner_steps)
            alone = self.out.inner == 1 and not self.clipped
            first = ["int sum = 0;"]
            if self.bias:
                before.append("const int *bias = k > 2 ? x : 0;")
                first += ["if (bias)", "sum = *bias++;"]
            body = start + first + inner + ["sum %= 1000;"] + self.stored(
                "*po++" if alone else "po[0]", "sum")
            step = steps + ([] if alone else ["po += %d;" % self.out.inner])
            lines += before + ["int *po = o + %d;" % self.out.first]
            lines += ["#pragma scop"] + self.header(self.outer, "i", "n", body,
                                                    step)
        lines += ["#pragma endscop"]
        end = "po - o" if self.ends else "0"
        for v in w:
            if self.ends and self.depth == 1 and not v.own:
                end += " + 100 * (%s - %s)" % (v.name, v.array)
            if self.ends and self.depth == 2 and not v.row and v.outer:
                end += " + 10 * (w%s - %s)" % (v.array, v.array)
        return lines + ["return %s;" % end, "}"]

    def text(self):
        sizes = ", ".join("{%d, %d, %d}" % s for s in SIZES)
        return HEAD + "\n".join(self.function()) + "\n" + MAIN % sizes


GETS = [
    "static int %s(const struct grid *g, int y, int x) {"
    " return g->cells[y * g->pitch + x]; }",
    "static inline int %s(const struct grid *g, int y, int x) {"
    " return y < 0 || x < 0 || y >= g->height || x >= g->width ? 7"
    " : g->cells[y * g->pitch + x]; }",
    "static int %s(const struct grid *g, int y, int x) {"
    " if (y < 0 || y >= g->height) return -1;"
    " if (x < 0) return 3; if (x >= g->width) return 2;"
    " return g->cells[x + y * g->pitch]; }",
    "static int %s(const struct grid *g, int y, int x) {"
    " if (y < 0) y = 0; else if (y >= g->height) y = g->height - 1;"
    " int at = x < 0 ? 0 : x; if (at > g->width - 1) at = g->width - 1;"
    " return g->cells[y * g->pitch + at]; }",
    "static int %s(const struct grid *g, long y, short x) {"
    " const int *row = g->cells + y * g->pitch; return row[x]; }",
    "static int %s(const struct grid *g, int y, int x) {"
    " unsigned char low = g->cells[y * g->pitch + x]; low += 200;"
    " return low; }",
    "static int *row_of_%s(const struct grid *g, int y) {"
    " return &g->cells[y * g->pitch]; }"
    " static int %s(const struct grid *g, int y, int x) {"
    " return factor * *(row_of_%s(g, y) + x); }",
    "static int element_%s(const int *p, int i) { return p[i] + p[0]; }"
    " static int %s(const struct grid *g, int y, int x) {"
    " return element_%s(&g->cells[y * g->pitch + x], 0); }",
]
PUTS = [
    "static void %s(struct grid *g, int y, int x, int v) {"
    " g->cells[y * g->pitch + x] = v; }",
    "static int %s(struct grid *g, int y, int x, int v) {"
    " if (x < 0 || y < 0) return 0; if (x >= g->width) return 1;"
    " g->cells[y * g->pitch + x] = v; return 2; }",
    "static void %s(struct grid *g, int y, int x, int v) {"
    " int *p = g->cells + y * g->pitch + x; *p = v - 1; p[0] += v % 5; }",
    "static void %s(struct grid *g, int y, int x, int v) {"
    " for (int k = 0; k < 2; k++) g->cells[y * g->pitch + x] += v + k; }",
    "static void store_%s(int *p, signed char v) { *p = v; }"
    " static void %s(struct grid *g, int y, int x, int v) {"
    " if (v > 1000) v = 1000; store_%s(g->cells + y * g->pitch + x, v); }",
    "static inline void %s(struct grid *g, int y, int x, int v) {"
    " v *= 3; g->cells[y * g->pitch + x] = v + (v > 2 ? 1 : factor); }",
]


class Accessed:
    """for y, x: put(to, y, x, get(from, y + .., x + ..) * .. + ..)"""

    def __init__(self, seed):
        self.r = random.Random("accessed %d" % seed)

    def text(self):
        r = self.r
        gets = r.sample(GETS, 2)
        put = r.choice(PUTS)
        names = ["first", "second", "put"]
        code = [form.replace("%s", name)
                for form, name in zip(gets + [put], names)]
        grids = r.choice([("x", "o"), ("x", "y", "o"), ("o", "o")])
        terms = []
        for k in range(r.choice([1, 2, 3])):
            terms.append("%s(%s, y + %d, x + %d)" % (
                r.choice(names[:2]), r.choice(["&a", "b"]),
                r.choice([-1, 0, 0, 1]), r.choice([-1, 0, 0, 1])))
        value = r.choice([" + ", " - ", " ^ "]).join(terms)
        if r.random() < 0.3:
            value += " + c->cells[x]"
        value = "(%s) %% 1000" % value
        body = ["put(%s, y, x, %s);" % (r.choice(["c", "&d"]), value)]
        if r.random() < 0.3:
            body = ["int v = %s;" % value, "if (%s > x)" % r.choice("vy"),
                    "  put(c, y, x, v);"]
        if r.random() < 0.2:
            body.append("c->cells[y * c->pitch + x] += %s;" % terms[0])
        lines = ["struct grid { long height, width, pitch; int *cells; };",
                 "static int factor = 3;"] + code + [
            "static long f(int n, int m, int k, int *x, int *y, int *z,"
            " int *o) {",
            "struct grid a = {n, m, m + 2, %s}, other = {n, m, m + 3, %s};"
            % (grids[0], grids[-2]),
            "struct grid d = {n, m, m + 2, %s}, *b = &other, *c = &d;"
            % grids[-1],
            "(void)k; (void)x; (void)y; (void)z; (void)b; (void)c; (void)a;",
            "#pragma scop",
            "for (int y = %d; y < n - %d; y++)" % (r.choice([0, 1]),
                                                  r.choice([0, 1])),
            "for (int x = %d; x < m - %d; x++) {" % (r.choice([0, 1]),
                                                    r.choice([0, 1]))
        ] + body + ["}", "#pragma endscop", "return factor;", "}"]
        sizes = ", ".join("{%d, %d, %d}" % s for s in SIZES)
        return HEAD + "\n".join(lines) + "\n" + MAIN % sizes


class Network(Layer):
    """A layer as a program."""

    def text(self):
        sizes = ", ".join("{%d, %d, %d}" % s for s in SIZES)
        return HEAD + "\n".join(self.function()) + "\n" + MAIN % sizes


class Positions(Starts, Network):
    """Accesses from positions, as a program."""


FORMS = {"pointers": Nest, "accessors": Accessed, "layers": Network, "starts": Positions}


def run(command, seconds=600):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "no end")


def prove(o, seed):
    """How that program fared: a word and more."""
    stem = os.path.join(o.work, str(seed))
    with open(stem + ".c", "w") as out:
        out.write(FORMS[o.form](seed).text())
    # GCC compiles this in a third of the time that it takes with optimization
    # and messages; a trap is as good a failure.
    flags = ["-std=c99", "-w", "-O0"]
    safe = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all",
            "-fsanitize-undefined-trap-on-error"]
    built = run([o.gcc] + flags + safe + [stem + ".c", "-o", stem + ".exe"])
    expected = run([stem + ".exe"])
    if built.returncode or expected.returncode:
        return "invalid", built.stdout + expected.stdout
    done = run([o.stevedore, stem + ".c", "-o", stem + ".new.c"] + o.options
               + ["--", "-std=c99", "-Rpass-missed=stevedore"])
    if done.returncode > 1 or "internal error" in done.stdout:
        return "failed", done.stdout
    reason = re.findall(r"(?:error|remark|warning): (.*)", done.stdout)
    if not os.path.exists(stem + ".new.c"):
        return "left alone", (reason or [""])[0]
    with open(stem + ".new.c") as text:
        if "/* load */" not in text.read():
            return "left alone", (reason or [""])[0]
    built = run([o.gcc] + flags + safe + ["-DSTEVEDORE_T%d=tile_size" % k
                                          for k in (1, 2, 3)]
                + [stem + ".new.c", "-o", stem + ".new.exe"])
    found = run([stem + ".new.exe"]) if not built.returncode else built
    if found.returncode or found.stdout != expected.stdout:
        return "failed", found.stdout[:300]
    for suffix in (".c", ".exe", ".new.c", ".new.exe"):
        os.remove(stem + suffix)
    return "transformed", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="1-100", help="as 1-100")
    parser.add_argument("--form", default="pointers", choices=sorted(FORMS))
    parser.add_argument("--options", action="append", default=[],
                        help="an option of stevedore (may be repeated)")
    parser.add_argument("--reasons", action="store_true",
                        help="why programs were left alone")
    for name in ("work", "stevedore", "gcc"):
        parser.add_argument("--" + name, required=True)
    o = parser.parse_args()
    os.makedirs(o.work, exist_ok=True)
    counts = {}
    for seed in seeds_of([o.seeds]):
        word, why = prove(o, seed)
        counts[word] = counts.get(word, 0) + 1
        if word in ("failed", "invalid") or (o.reasons and why):
            print("seed %d: %s: %s" % (seed, word, why), flush=True)
    print("%d programs, %d transformed, %d left alone, %d invalid, %d failed"
          % (sum(counts.values()), counts.get("transformed", 0),
             counts.get("left alone", 0), counts.get("invalid", 0),
             counts.get("failed", 0)))
    return 1 if counts.get("failed") or counts.get("invalid") else 0


sys.exit(main())
