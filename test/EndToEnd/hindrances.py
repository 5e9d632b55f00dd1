#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small programs, one for each hindrance of include/stevedore/Source: what
stands in the way of a fact. The rewritten program has to do what the original
does; and what comes out where the hindrance is forgotten has to give itself
away, by another result or, under --guards=checked, by stopping. Prints what
fails, and a summary. Exit status 0 when nothing failed."""

import argparse
import os
import shutil
import subprocess
import sys

LINKER = ["-fuse-ld=gold"] if shutil.which("ld.gold") else []
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 50
static void show(double x) { printf("%g\\n", x); }
static void fill(double *a) { for (int i = 0; i < 80; i++) a[i] = i % 7; }
static void dump(const double *a) { for (int i = 0; i < 80; i++) show(a[i]); }
"""

# What is written through the first is read through the second.
CHAIN = """
#pragma scop
  for (int i = 1; i < n; i++)
    %s[i] = %s[i - 1] + 1;
#pragma endscop
"""
SUM = """
#pragma scop
  for (int i = 0; i < n; i++)
    %s += a[i];
#pragma endscop
"""
ON_ONE = """
int main(void) {
  static double a[80];
  fill(a);
  f(N, a);
  dump(a);
  return 0;
}
"""


def derived(how, before=""):
    """The pointer m comes from the restrict pointer a."""
    return (before + "__attribute__((noinline)) static void f(int n, double "
            "*__restrict a) {\n  " + how + CHAIN % ("a", "m") + "}" + ON_ONE)


def observed(body, before="", after=""):
    """The variable s is changed by the region."""
    return (before + "static void f(int n, double *a) {\n" +
            body.replace("REGION", SUM % "s") + after + "}" + ON_ONE)


# word: (language, program)
PROGRAMS = {
    "assignment": ("c", derived("double *m = 0; m = a;")),
    "initializer": ("c", derived("double *m = a;")),
    "arithmetic": ("c", derived("double *m = a + (n - 50);")),
    "address": ("c", derived("double *m = &a[n - 50];")),
    "row": ("c", "static void f(int n, double (*restrict A)[80]) {\n"
            "  double *m = A[n - 50];" + CHAIN % ("A[0]", "m") + "}\n"
            + ON_ONE.replace("f(N, a)", "f(N, (double (*)[80])a)")),
    "cast": ("c", derived("double *m = (double *)(char *)a;")),
    "choice": ("c", derived("static double other[80];\n"
                            "  double *m = n > 3 ? a : other;")),
    "memory": ("c", derived("struct { double *p; } h = {a}; double *m = h.p;")),
    "call": ("c", derived(
        "double *m = id(a);",
        "__attribute__((noinline)) double *id(double *p) { return p; }\n")),
    "capture": ("c", derived(
        "keep(a); double *m = kept;",
        "static double *kept;\n__attribute__((noinline)) void keep(double *p) "
        "{ kept = p; }\n")),
    "block": ("c", "static void f(int n, double *a) {\n  double *m;\n"
              "  { double *restrict q = a; m = q; }" + CHAIN % ("a", "m") + "}"
              + ON_ONE),
    "member": ("c", "struct S { double *restrict x; };\n"
               "__attribute__((noinline)) static void g(int n, struct S *s, "
               "struct S *t) {" + CHAIN % ("s->x", "t->x") + "}\n"
               "static void f(int n, double *a) {\n"
               "  struct S s = {a}; g(n, &s, &s); }" + ON_ONE),
    "symbol": ("c", "double g[80];\nextern double h[80] "
               "__attribute__((alias(\"g\")));\n"
               "static void f(int n, double *a) {\n  memcpy(g, a, sizeof g);"
               + CHAIN % ("g", "h") + "  memcpy(a, g, sizeof g);\n}" + ON_ONE),
    "parameter": ("c", "static void g(int n, double *p, double *q) {"
                  + CHAIN % ("p", "q") + "}\n"
                  "static void f(int n, double *a) { g(n, a, a); }" + ON_ONE),
    "reference": ("cpp", "static double g[80];\n"
                  "static void f(int n, double *a) {\n"
                  "  double (&r)[80] = g; memcpy(g, a, sizeof g);"
                  + CHAIN % ("g", "r") + "  memcpy(a, g, sizeof g);\n}"
                  + ON_ONE),
    "address-taken": ("c", observed("  double s = 1, *w = &s;REGION  show(*w);\n")),
    "decay": ("c", "static void f(int n, double *a) {\n"
              "  double v[80] = {1}, *w = v;" + CHAIN % ("v", "a")
              + "  dump(w);\n}" + ON_ONE),
    "bound": ("cpp", observed("  double s = 1; double &r = s;REGION  show(r);\n")),
    "passed": ("cpp", observed(
        "  double s = 1; keep(s);REGION  show(*kept);\n",
        "static double *kept;\nstatic void keep(double &x) { kept = &x; }\n")),
    "captured": ("cpp", observed(
        "  double s = 1; auto tell = [&] { show(s); };REGION  tell();\n")),
    "constructed": ("cpp", "struct Known; static Known *known;\n"
                    "struct Known { double v[80]; Known() { known = this; fill(v);"
                    " } };\nstatic void f(int n, double *a) {\n  Known k;"
                    + CHAIN % ("k.v", "a") + "  dump(known->v);\n}" + ON_ONE),
    "asm": ("c", observed("  double s = 1, *w;\n"
                          "  __asm__(\"lea %1, %0\" : \"=r\"(w) : \"m\"(s));"
                          "REGION  __asm__ volatile(\"\" ::: \"memory\");"
                          "  show(*w);\n")),
    "static": ("c", observed("  static double s = 1; show(s);REGION").replace(
        "f(N, a);", "f(N, a); f(N, a);")),
    "outer": ("cpp", observed(
        "  double s = 1;\n  for (int t = 0; t < 2; t++) {\n    show(s);\n"
        "    [&] {REGION}();\n  }\n")),
    "named": ("c", observed("  double s = 1;REGION  show(s);\n")),
    "repeated": ("c", observed(
        "  double s = 1;\n  for (int t = 0; t < 2; t++) {\n    show(s);REGION"
        "  }\n")),
    "jumps": ("c", observed(
        "  double s = 1; int t = 0;\nagain:\n  show(s);\n  {REGION  }\n"
        "  if (t++ < 1)\n    goto again;\n")),
    "cleanup": ("c", observed(
        "  __attribute__((cleanup(seen))) double s = 1;REGION",
        "static void seen(double *x) { show(*x); }\n")),
    "destructor": ("cpp", "struct Log { double v[80]; ~Log() { dump(v); } };\n"
                   "static void f(int n, double *a) {\n  Log l = {{1}};"
                   + CHAIN % ("l.v", "a") + "}" + ON_ONE),
    "stored": ("c", "static int count = 10;\n"
               "static void g(int *p, double *b) {\n#pragma scop\n"
               "  for (int i = 0; i < count; i++) {\n    p[0] = 3;\n"
               "    b[i] = i + 9;\n  }\n#pragma endscop\n}\n"
               "static void f(int n, double *a) { g(&count, a + (n - n)); }"
               + ON_ONE),
    "modified": ("c", "static void f(int n, double *a) {\n"
                 "  if (n < 20)\n    return;\n  n -= 49;" + CHAIN % ("a", "a")
                 + "}" + ON_ONE),
    "read-by-call": ("c", "static double g[80];\n"
                     "static double get(int i) { return g[i]; }\n"
                     "static void f(int n, double *a) {\n#pragma scop\n"
                     "  for (int i = 1; i < n; i++)\n"
                     "    g[i] = get(i - 1) + a[i];\n#pragma endscop\n"
                     "  memcpy(a, g, sizeof g);\n}" + ON_ONE),
    "read-later": ("c", "struct S { int n; };\n"
                   "__attribute__((noinline)) static void g(int n, double *a, "
                   "const struct S *s) {\n#pragma scop\n"
                   "  for (int i = 0; i < n; i++)\n"
                   "    for (int j = 0; j < s->n; j++)\n"
                   "      a[i] = a[i] * 2 + a[j];\n#pragma endscop\n}\n"
                   "static void f(int n, double *a) {\n"
                   "  struct S s = {n}; g(7, a, &s); g(n - n, a, 0);\n}"
                   + ON_ONE),
    "flexible": ("c", "struct T { int n; double x[1]; };\n"
                 "__attribute__((noinline)) static void g(int n, struct T *t, "
                 "const double *a) {\n#pragma scop\n"
                 "  for (int i = 0; i < n; i++) {\n"
                 "    t->x[i] = 1;\n    if (a[i] > 2)\n      t->x[i] = a[i];\n"
                 "  }\n#pragma endscop\n}\n"
                 "static void f(int n, double *a) {\n"
                 "  struct T *t = calloc(1, sizeof *t + 80 * sizeof(double));\n"
                 "  g(n, t, a); double *x = (double *)((char *)t + 8);\n"
                 "  for (int i = 0; i < n; i++) show(x[i]);\n  free(t);\n}"
                 + ON_ONE),
}
PROGRAMS["same-type"] = PROGRAMS["stored"]
# Others of the same kinds, which have to come out right.
SIBLINGS = {
    "copied-bytes": ("c", derived("double *c = 0, *s = a;\n"
                                  "  memcpy(&c, &s, sizeof c);\n"
                                  "  double *m = ((double *[]){c})[0];")),
    "lambda-result": ("cpp", derived("double *m = [&] { return a; }();")),
    "lambda-parameter": ("cpp", "static void f(int n, double *a) {\n"
                         "  double v[80]; memcpy(v, a, sizeof v);\n"
                         "  auto g = [&v](int n, double *p) {"
                         + CHAIN % ("v", "p") + "  };\n"
                         "  g(n, v); dump(v);\n}" + ON_ONE),
    "for-header": ("c", observed(
        "  for (double s = 1, *w = 0; s < 900 && !w; show(s)) {REGION  }\n")),
    "init-capture": ("cpp", observed(
        "  double s = 1; auto tell = [&r = s] { show(r); };REGION  tell();\n")),
    "aggregate": ("cpp", observed(
        "  double s = 1; Pair p{s};REGION  show(p.x);\n",
        "struct Pair { double &x; };\n")),
    "base-destructor": ("cpp", "struct Log { double v[80]; ~Log() { dump(v); } };\n"
                        "struct Derived : Log { int k; };\n"
                        "static void f(int n, double *a) {\n"
                        "  Derived l; fill(l.v);" + CHAIN % ("l.v", "a") + "}"
                        + ON_ONE),
    "cleanup-of-array": ("c", "static void seen(double (*x)[80]) { dump(*x); }\n"
                         "static void f(int n, double *a) {\n"
                         "  __attribute__((cleanup(seen))) double v[80];"
                         "  fill(v);" + CHAIN % ("v", "a") + "}" + ON_ONE),
    "cleanup-inside": ("c", "static void seen(int *x) { show(*x); }\n"
                       "static void f(int n, double *a) {\n#pragma scop\n"
                       "  for (int i = 0; i < n; i++) {\n"
                       "    __attribute__((cleanup(seen))) int k = i;\n"
                       "    a[k] += 1;\n  }\n#pragma endscop\n}" + ON_ONE),
    "caught": ("cpp", observed(
        "  double s = 1;\n  try {REGION    if (n > 3) throw n;\n  }"
        " catch (int) { show(s); }\n")),
    "member-pointer": ("cpp", "struct P { double x; };\n" + observed(
        "  P o = {1}; double P::*m = &P::x; double &s = o.*m;REGION"
        "  show(o.x);\n")),
    "union": ("c", "union U { double x[80]; double y[80]; };\n"
              "static void f(int n, double *a) {\n  static union U u;\n"
              "  memcpy(u.x, a, sizeof u);" + CHAIN % ("u.x", "u.y")
              + "  memcpy(a, u.x, sizeof u);\n}" + ON_ONE),
    "row-length": ("c", "static void g(int n, int m, double (*A)[m]) {\n"
                   "  m = m / 2;\n#pragma scop\n"
                   "  for (int i = 0; i < n; i++)\n"
                   "    for (int j = 0; j < m; j++)\n"
                   "      A[i][j] = A[i][j] * 2 + i;\n#pragma endscop\n}\n"
                   "static void f(int n, double *a) {\n"
                   "  g(8, 10, (double (*)[10])a);\n}" + ON_ONE),
    "bound-in-memory": ("c", "struct S { int n[80]; struct S *next; };\n"
                        "static void g(struct S *s, const int *m, int *a) {\n"
                        "#pragma scop\n"
                        "  for (int i = 0; i < *m; i++)\n"
                        "    for (int j = 0; j < s->next->n[2]; j++)\n"
                        "      a[i * 8 + j] += i + 9 * j;\n"
                        "#pragma endscop\n}\n"
                        "static void f(int n, double *a) {\n"
                        "  static int b[300]; int m = 5, none = 0;\n"
                        "  struct S s = {{1, 2, 7}, 0}; s.next = &s;\n"
                        "  g(&s, &m, b); g(0, &none, b);\n"
                        "  b[60] = 6; g(&s, b + 60, b);\n"
                        "  b[3] = 4; g(&s, b + 3, b); g(&s, &m, s.n);\n"
                        "  for (int i = 0; i < 300; i++) show(b[i]);\n"
                        "  for (int i = 0; i < 80; i++) show(s.n[i]);\n"
                        "}" + ON_ONE),
    "bound-of-itself": ("c", "static void g(int *a) {\n#pragma scop\n"
                        "  for (int i = 1; i < a[0]; i++) {\n"
                        "    a[i] += i;\n    a[0] -= i % 3 == 0;\n  }\n"
                        "#pragma endscop\n}\n"
                        "static void f(int n, double *a) {\n"
                        "  int b[80] = {60}; g(b);\n"
                        "  for (int i = 0; i < 80; i++) show(b[i]);\n}"
                        + ON_ONE),
    "moved-holder": ("c", "struct S { int n; double *x; };\n"
                     "static struct S *held;\n"
                     "static void g(struct S **p, double *a, struct S *other) {\n"
                     "#pragma scop\n"
                     "  for (int i = 0; i < held->n; i++) {\n"
                     "    p[0] = other;\n    a[i] += i;\n  }\n"
                     "#pragma endscop\n}\n"
                     "static void f(int n, double *a) {\n"
                     "  struct S s = {40, a}, t = {20, a}, *own = &s; held = &s;\n"
                     "  g(&own, a, &t); g(&held, a, &t);\n}" + ON_ONE),
    "read-by-choice": ("c", "static void g(int n, double *a, const int *m) {\n"
                       "#pragma scop\n"
                       "  for (int i = 0; i < n; i++) {\n"
                       "    if (a[i] > 50)\n"
                       "      for (int j = 0; j < *m; j++) a[j] += 1;\n"
                       "    a[i] += i > 70 ? a[*m] : 1;\n  }\n"
                       "#pragma endscop\n}\n"
                       "static void f(int n, double *a) { g(n, a, 0); }"
                       + ON_ONE),
    "stored-pointer": ("c", "struct S { double *p, *q; };\n"
                       "static void g(int n, struct S *s) {"
                       + CHAIN % ("s->p", "s->q") + "}\n"
                       "static void f(int n, double *a) {\n"
                       "  struct S s = {a + 1, a}; g(n, &s);\n}" + ON_ONE),
}
# Of automatic variables no valid program sees what they hold after longjmp().
UNSEEN = {"returns-twice"}


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")


class Case:
    """One hindrance and its program."""

    def __init__(self, word, args):
        language, program = {**PROGRAMS, **SIBLINGS}[word]
        self.word, self.args = word, args
        self.suffix = ".cpp" if language == "cpp" else ".c"
        self.compiler = [args.gxx if language == "cpp" else args.gcc, "-O0", "-w"] + LINKER
        self.source = self.path("original")
        with open(self.source, "w") as out:
            out.write(HEAD + program)

    def path(self, name):
        return os.path.join(self.args.work, self.word + "-" + name + self.suffix)

    def output(self, source):
        """What the program prints, and how it ends."""
        built = run(self.compiler + [source, "-o", source + ".exe"])
        if built.returncode:
            return "does not compile:\n" + built.stdout
        done = run([source + ".exe"])
        return "%d\n%s" % (done.returncode, done.stdout)

    def rewritten(self, tool, name, *options):
        target = self.path(name)
        done = run([tool, *options, self.source, "-o", target, "--"])
        return self.output(target) if done.returncode == 0 else done.stdout

    def check(self):
        """The reason why it fails; none if it does not."""
        right = self.output(self.source)
        if not right.startswith("0\n"):
            return "the original fails: " + right
        for guards in ("source", "checked"):
            name = "--guards=" + guards
            if self.rewritten(self.args.stevedore, guards, name) != right:
                return "wrong with " + name
        if self.word in SIBLINGS:
            return None
        forget = "--forget=" + self.word
        caught = any(
            self.rewritten(self.args.mutants, "forgotten-" + guards, forget,
                           "--guards=" + guards) != right
            for guards in ("source", "checked"))
        return None if caught else "nothing shows that it is forgotten"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("work", "stevedore", "mutants", "gcc", "gxx"):
        parser.add_argument("--" + option, required=True)
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    words = run([args.mutants, "--list"]).stdout.split()
    failures = ["%s: has no program" % word for word in words
                if word not in PROGRAMS and word not in UNSEEN]
    for word in [*PROGRAMS, *SIBLINGS]:
        why = Case(word, args).check()
        if why:
            failures.append("%s: %s" % (word, why))
    for failure in failures:
        print(failure)
    print("%d hindrances, %d siblings, %d failed" %
          (len(PROGRAMS), len(SIBLINGS), len(failures)))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
