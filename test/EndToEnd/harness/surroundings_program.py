# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A random function around a small kernel, the same for the same seed: how its
arrays come in, which pointers are derived from them, who sees its variables
afterwards. In the texts, @T is the type of the elements, @P a prefix of all
names of the program, @R restrict, @Q a return without a result."""

import random
import re

import surroundings_after
import surroundings_arrays
import surroundings_kernel
import surroundings_pointers
import surroundings_scalars
from surroundings_parts import Local, applicable

STANDARDS = (["c89", "c99", "c11", "c17", "c2x", "gnu89", "gnu99", "gnu17"]
             + ["c++11", "c++14", "c++17", "c++20", "c++23"] * 2)
LANGUAGES = sorted(set(STANDARDS))
CAPACITY = 96
BUFFER = 112

C_PRELUDE = """\
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
"""

# What is included where it is mentioned.
HEADERS = [("std::array", "array"), ("std::function", "functional"),
           ("std::unique_ptr", "memory"), ("std::shared_ptr", "memory"),
           ("std::thread", "thread"), ("std::tuple", "tuple"),
           ("std::make_tuple", "tuple"), ("std::vector", "vector"),
           ("std::span", "span")]

SHARED = """\
#define NOINLINE __attribute__((noinline))
#ifdef __clang__
#define ASSUME(x) __builtin_assume(x)
#else
#define ASSUME(x) do { if (!(x)) __builtin_unreachable(); } while (0)
#endif
static volatile long tile_size = 32;
NOINLINE static void note(double x) { printf(" note %.17g\\n", x); }
#define HELPERS(T)                                                  \\
NOINLINE static void fill_##T(T *p, long count, int first) {        \\
  long k;                                                           \\
  for (k = 0; k < count; k++)                                       \\
    p[k] = (T)((k * 7 + first * 5) % 19 - 6);                       \\
}                                                                   \\
NOINLINE static void show_##T(const char *what, const T *p, long count) { \\
  unsigned long sum = 5381;                                         \\
  long k;                                                           \\
  printf(" %s", what);                                              \\
  for (k = 0; k < count; k++) {                                     \\
    unsigned char bytes[sizeof(T)];                                 \\
    unsigned b;                                                     \\
    memcpy(bytes, p + k, sizeof(T));                                \\
    for (b = 0; b < sizeof(T); b++)                                 \\
      sum = sum * 33 ^ bytes[b];                                    \\
    if (k < 10)                                                     \\
      printf(" %.9g", (double)p[k]);                                \\
  }                                                                 \\
  printf(" %lx\\n", sum);                                           \\
}
HELPERS(int)
HELPERS(float)
HELPERS(double)
"""

MAIN = """\
static void section(long seed, void (*run)(void)) {
  static const long tiles[] = {1, 3, 32};
  int status = 0;
  pid_t child;
  printf("seed %ld\\n", seed);
  fflush(stdout);
  child = fork();
  if (child == 0) {
    int k;
    alarm(20);
    for (k = 0; k < 3; k++) {
      tile_size = tiles[k];
      run();
      fflush(stdout);
    }
    exit(0);
  }
  waitpid(child, &status, 0);
  printf("\\nstatus %d\\n", status);
  fflush(stdout);
}
int main(void) {
"""


def translation_unit(programs):
    """All programs in one file, each a section of its output."""
    text = "".join("/* seed %d */\n%s" % (p.seed, p.source) for p in programs)
    headers = sorted({header for name, header in HEADERS if name in text})
    text = (C_PRELUDE + "".join("#include <%s>\n" % h for h in headers)
            + SHARED + text + "/* seed 0 */\n" + MAIN)
    for program in programs:
        text += "  section(%d, s%d_run);\n" % (program.seed, program.seed)
    return text + "  return 0;\n}\n"


class Program:
    """Collects what its ingredients contribute:
    top, bottom: file scope ahead of and behind the function;
    params, args: of the function and its call;
    fields: members of the class of which the function is a member;
    begin: declarations; before: statements ahead of the region;
    opens, closes: what the region is inside of; after: statements behind it;
    caller: declarations, setup, shows and cleanup around the call."""

    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random("surroundings %d" % seed)
        self.standard = self.pick(STANDARDS)
        self.cxx = "++" in self.standard
        self.year = 2000 + int(self.standard[-2:].replace("2x", "23"))
        self.year -= 100 if self.year > 2050 else 0
        self.type = self.pick(["double", "int", "float"])
        self.used = []
        self.top, self.bottom, self.params, self.args = [], [], [], []
        self.begin, self.before, self.opens, self.closes = [], [], [], []
        self.inner, self.after, self.fields = [], [], []
        self.around = []
        self.caller, self.setup, self.shows, self.cleanup = [], [], [], []
        self.attributes = {}
        self.arrays, self.views, self.locals = [], [], []
        self.result = self.target = None
        self.names = 0
        self.slack, self.modulus = 0, 101
        self.sizes = [0, 1, 2, 7, 20, 33]
        self.count = "n"
        self.place = self.pick(["free"] * 5 + ["member", "member", "template",
                                               "operator", "constructor",
                                               "destructor", "const member"]
                               if self.cxx else ["free"])
        if self.place != "free":
            self.note("place: " + self.place)
        self.build()
        self.source = self.written()

    # Choices.

    def pick(self, options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def name(self, stem):
        self.names += 1
        return "%s%d" % (stem, self.names)

    def note(self, ingredient):
        self.used.append(ingredient)

    def take(self, table, *arguments):
        """One ingredient of the table that is possible here."""
        entry = self.pick(applicable(table, self, *arguments))
        self.note(entry.name)
        return entry.function(self, *arguments)

    def member(self):
        return self.place not in ("free", "template")

    # Parts.

    def build(self):
        self.rank = 2 if self.chance(0.15) else 1
        self.inner_bound = None
        surroundings_scalars.choose_bound(self)
        for _ in range(self.pick([1, 2, 2, 3])):
            self.take(surroundings_arrays.ARRAYS[self.rank])
        if not any(a.writable for a in self.arrays):
            self.take(surroundings_arrays.WRITABLE)
        if self.chance(0.65):
            self.take(surroundings_scalars.TARGETS)
        self.inner_restrict()
        self.views = [a.view() for a in self.arrays if not a.hidden]
        for _ in range(self.pick([0, 1, 1, 1, 2])):
            self.derive()
        self.coefficient = self.take(surroundings_scalars.COEFFICIENTS)
        if self.chance(0.35):
            self.take(surroundings_scalars.RANGES)
        self.kernel = surroundings_kernel.kernel(self)
        self.watch()
        if self.chance(0.5):
            self.take(surroundings_after.WRAPPERS)

    def inner_restrict(self):
        """A pointer of the block that the region is in stands for an array."""
        for array in self.arrays:
            if (array.rank == 1 and not array.shared
                    and array.pointer and self.chance(0.08)):
                name = self.name("q")
                self.inner.append("%s *@R %s = %s;" % (array.type, name,
                                                       array.expr))
                array.expr, array.restrict = name, True
                self.note("restrict pointer of an inner block")

    def derive(self):
        options = [v for v in self.views if v.pointer]
        if self.chance(0.5):
            options = [v for v in options if v.array.restrict] or options
        if options:
            self.views.append(self.take(surroundings_pointers.POINTERS,
                                        self.pick(options)))

    def watch(self):
        """Ways in which locals are seen after the region, or are not."""
        for local in self.locals:
            for _ in range(self.pick([0, 1, 1, 1, 2])):
                self.take(surroundings_after.WATCHES, local)
        if self.cxx and self.chance(0.05) and not self.unwinds():
            self.take(surroundings_after.ENDS)

    def unwinds(self):
        return self.place == "destructor"

    def local(self, pointer, count, declaration=None, static=False,
              named=True):
        """A variable of the function, from which pointer leads to elements."""
        result = Local(self, pointer, count, declaration, static, named)
        self.locals.append(result)
        return result

    # The caller.

    def memory(self, array):
        """Where a pointer points to in the caller."""
        array.memory = self.name("m")
        name, buffer = array.memory, self.name("buf")
        self.caller.append("@T *%s;" % name)
        self.top.append("static @T @P%s[%d];" % (buffer, array.extent))
        self.fill_and_show("@P" + buffer, array.extent)
        self.setup.append("%s = @P%s;" % (name, buffer))
        return name

    def fill_and_show(self, pointer, count):
        self.setup.insert(0, "fill_@T(%s, %d, n + %d);" % (
            pointer, count, self.random.randint(0, 9)))
        self.shows.append('show_@T("%s", %s, %d);' % (
            pointer.replace("@P", ""), pointer, count))

    def overlaps(self):
        """Assignments in the caller that let pointers overlap."""
        lines = []
        for k, array in enumerate(self.arrays):
            others = [a for a in self.arrays[:k] + self.arrays[k + 1:]
                      if a.memory and self.may_share(array, a)
                      and (not a.placed or a in self.arrays[:k])]
            if not array.placed or not others:
                continue
            other = self.pick(others)
            shift = self.pick([0, 1, 2, 3, 5]) if array.unaligned else 0
            if array.small:
                shift = self.random.randint(0, 11)
            lines.append("if (o == 1) %s = %s + %d;" % (
                array.memory, other.memory, shift))
            lines.append("if (o == 2) %s = %s + %d;" % (
                array.memory, other.memory, 0 if shift else
                (1 if array.unaligned else 0)))
            if "overlap" not in self.used:
                self.note("overlap")
        return lines

    def may_share(self, a, b):
        return (a.rank == b.rank and not (a.restrict or b.restrict)
                and not (a.keeps or b.keeps) and (a.small or not b.small))

    # Text.

    def written(self):
        lines = self.top + self.function() + self.bottom + self.run()
        text = "\n".join(lines) + "\n"
        for name, value in self.attributes.items():
            text = text.replace("@A" + name + "@", "".join(value))
        text = re.sub(r"@A\w+@", "", text)
        for key, value in [
                ("@Q", self.quick_return()),
                ("@P", "s%d_" % self.seed), ("@T", self.type),
                ("@R", "__restrict")]:
            text = text.replace(key, value)
        return text

    def quick_return(self):
        if self.result is None:
            return "return;"
        if self.result[0].startswith("struct"):
            return ("return %s();" % self.result[0].split()[1]
                    if self.cxx
                    else "return @Pnothing;")
        return "return 0;"

    def body(self):
        lines = self.begin + self.before + self.opens + ["{"] + self.inner
        lines += ["#pragma scop"] + self.kernel + ["#pragma endscop", "}"]
        lines += self.closes + self.after
        if self.result is not None:
            lines.append("return %s;" % self.result[1])
        return ["  " + line if not line.startswith("#") else line
                for line in lines]

    def returned(self):
        return self.result[0] if self.result else "void"

    def function(self):
        if self.result and self.result[0].startswith("struct"):
            if not self.cxx:
                self.top.append("static %s @Pnothing;" % self.result[0])
        params = ", ".join(self.params)
        if self.place == "free":
            return ["NOINLINE static %s @Pf(%s)" % (self.returned(), params),
                    "{"] + self.body() + ["}"]
        if self.place == "template":
            return ["template <class U> NOINLINE static %s @Pf(U, %s)"
                    % (self.returned(), params), "{"] + self.body() + ["}"]
        return self.member_function(params)

    def member_function(self, params):
        head = {"member": "NOINLINE %s f(%s)", "const member":
                "NOINLINE %s f(%s) const",
                "operator": "NOINLINE %s operator()(%s)"}.get(self.place)
        fields = ["  " + f for f in self.fields]
        if head:
            start = ["  " + head % (self.returned(), params), "  {"]
        elif self.place == "constructor":
            start = ["  NOINLINE @PClass(int, %s)" % params, "  {"]
        else:
            start = ["  NOINLINE ~@PClass() noexcept(false)", "  {"]
            fields += ["  %s;" % self.field_of(p) for p in self.params]
        return (["struct @PClass {"] + fields + start
                + ["  " + line if not line.startswith("#") else line
                   for line in self.body()] + ["  }", "};"])

    def field_of(self, parameter):
        return parameter.replace("@R ", "") if "[" not in parameter \
            else parameter

    def call(self):
        """The lines that call the function and show what it returns."""
        args = ", ".join(self.args)
        if self.place == "free":
            text = "@Pf(%s)" % args
        elif self.place == "template":
            text = "@Pf(1.5f, %s)" % args
        elif self.place == "operator":
            text = "object(%s)" % args
        else:
            text = "object.f(%s)" % args
        if self.result is None:
            return [text + ";"]
        if self.result[0].startswith("struct"):
            return ["{ %s got = %s; note((double)got.x); }" % (
                self.result[0], text)]
        return ["note((double)%s);" % text]

    def calls(self):
        if self.place == "destructor":
            values = "".join("object.%s = %s; " % (
                surroundings_arrays.declared_name(p), a)
                for p, a in zip(self.params, self.args))
            call = ["{ @PClass object; %s }" % values]
        elif self.place == "constructor":
            call = ["{ @PClass object(0, %s); (void)object; }"
                    % ", ".join(self.args)]
        else:
            call = self.call()
        if self.around:
            call = ["{"] + self.around + call + ["}"]
        if self.cxx and "throw" in self.used:
            return (["try {"] + ["  " + line for line in call]
                    + ["} catch (int x) { note(x); }"])
        return call

    def run(self):
        lines = ["NOINLINE static void @Prun(void)", "{",
                 "  static const int sizes[] = {%s};"
                 % ", ".join(map(str, self.sizes)), "  int k, o;",
                 "  for (k = 0; k < %d; k++) for (o = 0; o < 3; o++) {"
                 % len(self.sizes), "    int n = sizes[k];"]
        objects = (["static @PClass object;"]
                   if self.member() and self.place not in
                   ("constructor", "destructor") else [])
        lines += ["    " + line for line in
                  objects + self.caller
                  + ['printf(" n %d o %d\\n", n, o);']
                  + self.first_setup() + self.overlaps() + self.setup_after
                  + self.calls() + self.shows + self.cleanup]
        return lines + ["  }", "}"]

    def first_setup(self):
        """Fills and places, then everything that depends on places."""
        early = [line for line in self.setup if not line.startswith("@@")]
        self.setup_after = [line[2:] for line in self.setup
                            if line.startswith("@@")]
        return early
