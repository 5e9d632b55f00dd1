# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A random program of affine loops, the same for the same seed. Iterators stay
between 0 and n or m, and each dimension of an array has EXTENT elements, so
that every subscript is inside. Arithmetic on floating-point numbers has few
operands and halves its result, integers are unsigned: nothing overflows."""

import random

EXTENT = "2 * n + 2 * m + 6"
FIXED = 48
WIDE = 200
SIZES = [(0, 0), (1, 0), (0, 2), (1, 1), (3, 2), (5, 9), (9, 4)]
TILES = [1, 2, 3, 7, 50]
FILLED = ["double", "float", "unsigned", "unsigned char"]
TYPES = ["double", "double", "float", "unsigned", "unsigned char"]


class Variable:
    """An array, or a scalar when the rank is 0. Kinds: `vla` and `row` are
    parameters with and without their first extent, `linear` a pointer with one
    subscript, `fixed` a global, `record` a global of structures, `wide` a global
    that subscripts with coefficients fit into."""

    def __init__(self, name, kind, type_name, rank):
        self.name, self.kind, self.type, self.rank = name, kind, type_name, rank

    def is_float(self):
        return self.type in ("double", "float")

    def filled(self):
        """C text: the stride and the type of what random_runtime.c fills."""
        record = self.kind == "record"
        return "sizeof(%s), %d" % ("struct r_" + self.name if record
                                   else self.type, FILLED.index(self.type))

    def parameter(self):
        if self.kind == "linear":
            return "%s *__restrict %s" % (self.type, self.name)
        first = "" if self.kind == "row" else EXTENT
        return "%s %s[%s]%s" % (self.type, self.name, first,
                                "[%s]" % EXTENT * (self.rank - 1))

    def element(self, subscripts):
        if self.kind == "linear":
            return "%s[(%s) * (n + m + 30) + %s]" % (
                (self.name,) + tuple(subscripts))
        text = self.name + "".join("[%s]" % s for s in subscripts)
        return text + ".x" if self.kind == "record" else text


class Nest:
    """The loops around a statement: iterators with their largest value as a
    text that is at most n + m, and the indentation."""

    def __init__(self, iterators=(), depth=1):
        self.iterators, self.depth = list(iterators), depth


class Counter:
    """What a loop counts in, from `low` to below `limit`, up or down."""

    def __init__(self, name, type_name, low, limit, step, down):
        self.name, self.type, self.step, self.down = name, type_name, step, down
        self.low, self.limit = low, limit

    def first(self):
        return self.limit + " - 1" if self.down else self.low

    def start(self, is_declared=False):
        declared = self.name if is_declared else "%s %s" % (self.type, self.name)
        return "%s = %s" % (declared, self.first())

    def test(self):
        return "%s %s %s" % ((self.name, ">=", self.low) if self.down
                             else (self.name, "<", self.limit))

    def next(self, name=None):
        """The step, also of another variable that goes with it."""
        name = name or self.name
        if self.down:
            return "%s -= %d" % (name, self.step)
        return name + "++" if self.step == 1 else "%s += %d" % (name, self.step)


class IndexVariables:
    """Variables ahead of the loops in which subscripts, bounds and conditions
    are computed. Whatever was assigned to one before is a valid subscript."""

    def __init__(self, seed):
        self.random = random.Random("indices %d" % seed)
        self.variables = [(self.random.choice(["int", "int", "long", "short",
                                               "unsigned"]), "x%d" % k)
                          for k in range(self.random.randint(1, 3))]
        self.pending = []

    def held(self, text):
        """A variable in the place of the expression, or the expression."""
        name = self.random.choice(self.variables)[1]
        if self.random.random() < 0.5 or name in [x for x, _ in self.pending]:
            return text
        if self.random.random() < 0.9:
            self.pending.append((name, text))
        return name

    def bound(self, text):
        """The same for the end of a loop, which no subscript should reach."""
        if self.random.random() < 0.6:
            return text
        self.pending.append(("end", text))
        return "end"

    def taken(self, indent):
        """The assignments that belong before the next line."""
        lines = ["%s%s = %s;" % ("  " * indent, x, e) for x, e in self.pending]
        self.pending = []
        return lines

    def label(self, name):
        return name + ": " if self.random.random() < 0.2 else ""

    def declarations(self):
        return (["  %s %s = 0;" % v for v in self.variables]
                + ["  int end = 0;", "  (void)end;"])


class NoIndexVariables:
    """Everything is written where it is used."""

    def held(self, text):
        return text

    def bound(self, text):
        return text

    def taken(self, indent):
        return []

    def label(self, name):
        return ""

    def declarations(self):
        return []


KINDS = ["cxx", "c89", "indices", "wide", "unsigned", "data"]


class RandomProgram:
    """Of any of the KINDS: in C++, in C89 with all iterators declared first,
    with subscripts and bounds computed in variables, with arrays shared by
    nests and coefficients, with sizes of an unsigned type, with conditions,
    subscripts and loops that data decide. Small ones have one region of two
    loops, two deep."""

    def __init__(self, seed, kinds=(), small=False):
        cxx, indices, wide = (k in kinds for k in ("cxx", "indices", "wide"))
        self.random = random.Random("wide %d" % seed if wide else seed)
        self.wide = wide
        self.c89, self.unsigned = "c89" in kinds, "unsigned" in kinds
        self.indices = self.index_variables(seed, indices)
        self.places = random.Random("places %d" % seed)
        self.small = small
        self.data = random.Random("data %d" % seed) if "data" in kinds else None
        self.ahead = []
        self.counters = []
        self.cxx = cxx
        self.next_name = 0
        self.variables = self.choose_variables()
        self.scalars = [Variable("s%d" % k, "scalar", self.pick(TYPES), 0)
                        for k in range(self.random.randint(0, 2))]
        self.observed = [s for s in self.scalars if self.places.random() < 0.6]
        self.body = self.function()

    def index_variables(self, seed, wanted):
        return IndexVariables(seed) if wanted else NoIndexVariables()

    def pick(self, options):
        return self.random.choice(options)

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, stem):
        self.next_name += 1
        return "%s%d" % (stem, self.next_name)

    def choose_variables(self):
        if self.wide:
            return [Variable("A%d" % k, "wide", self.pick(TYPES),
                             self.random.randint(2, 3))
                    for k in range(self.random.randint(2, 4))]
        kinds = (["fixed", "record"] if self.cxx
                 else ["vla", "vla", "row", "linear", "fixed", "record"])
        result = []
        for k in range(self.random.randint(2, 4)):
            kind = self.pick(kinds)
            if self.data and kind in ("row", "linear") and self.happens(0.9):
                kind = "vla"
            rank = 2 if kind == "linear" else self.random.randint(1, 3)
            rank = min(rank, 2) if kind == "record" else rank
            result.append(Variable("A%d" % k, kind, self.pick(TYPES), rank))
        return result

    # Text of one function.

    def function(self):
        lines = []
        most = 2 if self.small else 3
        for _ in range(1 if self.small else self.pick([1, 1, 2])):
            lines.append("#pragma scop")
            for _ in range(self.random.randint(1, most)):
                lines += self.loop(Nest(), self.random.randint(1, most))
            lines.append("#pragma endscop")
        return lines

    def block(self, nest, levels, scalars):
        """Statements and loops inside a loop."""
        lines = []
        own = []
        if self.chance(0.25):
            name = self.fresh("v")
            own = [Variable(name, "scalar", self.pick(TYPES), 0)]
            line = "  " * nest.depth + "%s%s = %s;" % (
                self.declared(own[0]), name, self.value(nest, own[0], scalars))
            lines += self.indices.taken(nest.depth) + [line]
        scalars = scalars + own
        if levels == 0 or self.chance(0.4):
            lines += self.statements(nest, scalars)
        if levels > 0 and self.happens(0.25):
            condition = self.on_data(nest, scalars)
            lines += self.indices.taken(nest.depth)
            lines.append("  " * nest.depth + "if (%s) {" % condition)
            inner = Nest(nest.iterators, nest.depth + 1)
            lines += self.loop(inner, levels, scalars)
            lines.append("  " * nest.depth + "}")
        elif levels > 0:
            lines += self.loop(nest, levels, scalars)
            if self.chance(0.3):
                lines += self.statements(nest, scalars)
        return lines

    def declared(self, variable):
        """The type before the first use of a variable of a loop; nothing when
        it is declared ahead of all loops, as in old C."""
        if self.places.random() < 0.5:
            return variable.type + " "
        self.ahead.append(variable)
        return ""

    def loop(self, nest, levels, scalars=None):
        scalars = self.scalars if scalars is None else scalars
        name = self.fresh("i")
        type_name = self.pick(["int", "int", "int", "long", "unsigned"])
        limit = self.pick(["n", "m", "n", "n - 1", "n + 1"])
        if self.unsigned and limit == "n - 1":
            limit = "m"
        low = self.pick(["0", "0", "0", "1", "2"])
        step = self.pick([1, 1, 1, 1, 2, 3])
        down = self.chance(0.25) and type_name != "unsigned"
        signed = [i for i, t in nest.iterators if t != "unsigned"]
        if type_name == "unsigned":
            limit = self.pick(["(unsigned)n", "(unsigned)m"])
        elif signed and self.chance(0.4):
            if self.chance(0.5):
                limit = self.pick(signed)
            else:
                low = self.pick(signed)
        if nest.iterators:
            limit = self.indices.bound(limit)
        before = self.indices.taken(nest.depth)
        counter = Counter(name, type_name, low, limit, step, down)
        if self.c89:
            self.counters.append("%s %s" % (type_name, name))
        inner = Nest(nest.iterators + [(name, type_name)], nest.depth + 1)
        return before + self.counted(
            counter, inner, lambda: self.block(inner, levels - 1, scalars))

    def counted(self, counter, inner, body):
        """The loop around the lines that `body` makes."""
        head = self.indices.label("loop_" + counter.name) + "for (%s; %s; %s)" % (
            counter.start(is_declared=self.c89), counter.test(), counter.next())
        indent = "  " * (inner.depth - 1)
        return [indent + head + " {"] + body() + [indent + "}"]

    def happens(self, probability):
        """For what data decide."""
        return self.data is not None and self.data.random() < probability

    def number(self, nest, scalars):
        """An integer that data say, or none."""
        options = [v for v in self.variables + scalars if not v.is_float()]
        return self.access(nest, self.pick(options)) if options else None

    def on_data(self, nest, scalars):
        """A condition on data, with an affine part perhaps."""
        number = self.number(nest, scalars)
        text = self.read(nest, scalars)
        forms = ["%s > 1" % text, "%s < %s" % (text, self.read(nest, scalars))]
        if number:
            forms += ["%s %% 3 == 1" % number, "!(%s & 2)" % number]
        text = self.data.choice(forms)
        if nest.iterators and self.data.random() < 0.4:
            text = self.data.choice(["%s && %s", "%s || %s"]) % tuple(
                self.data.sample(["(%s)" % text,
                                  "%s > 2" % self.pick(nest.iterators)[0]], 2))
        return text

    def repeated(self, nest, scalars):
        """A loop that ends where data say, and uses a variable of its own."""
        name = self.fresh("q")
        first = self.number(nest, scalars) or "5u"
        target = self.pick(self.variables)
        place = self.access(nest, target)
        body = (["%s >>= 1;" % name] if self.data.random() < 0.5 else
                ["%s = %s;" % (place, self.value(nest, target, scalars)),
                 "%s = %s / 3;" % (name, name)])
        lines = (["{", "  unsigned %s = %s & 63;" % (name, first),
                  "  while (%s > 2) {" % name]
                 + ["    " + line for line in body] + ["  }"]
                 + ["  %s = (%s)(%s %% 7);" % (place, target.type, name), "}"])
        return ["  " * nest.depth + line for line in lines]

    def selected(self, nest, scalars):
        """Cases that data choose from; one of them may go on to the next."""
        indent = "  " * nest.depth
        lines = []
        for label in self.data.sample(["case 0: case 3:", "case 1:", "case 2:",
                                       "default:"], self.data.randint(2, 4)):
            lines += [indent + label,
                      indent + "  " + self.assignment(nest, scalars)]
            if self.data.random() < 0.8:
                lines.append(indent + "  break;")
            else:
                lines.append(indent + "  /* fall through */")
        if not lines[-1].endswith("break;"):
            lines[-1] = indent + "  break;"
        head = indent + "switch ((int)(%s) & 3) {" % (
            self.number(nest, scalars) or self.pick(nest.iterators)[0])
        return [head] + lines + [indent + "}"]

    def statements(self, nest, scalars):
        lines = []
        if nest.iterators and self.happens(0.15):
            more = self.selected(nest, scalars)
            lines += self.indices.taken(nest.depth) + more
        if nest.iterators and self.happens(0.1):
            lines.append("  " * nest.depth + "if (%s)" % self.on_data(
                nest, scalars))
            lines = (self.indices.taken(nest.depth) + lines
                     + ["  " * nest.depth + "  continue;"])
        if nest.iterators and self.happens(0.15):
            more = self.repeated(nest, scalars)
            lines += self.indices.taken(nest.depth) + more
        for _ in range(self.random.randint(1, 2)):
            statement = "  " * nest.depth + self.assignment(nest, scalars)
            before = self.indices.taken(nest.depth)
            if self.chance(0.25) or self.happens(0.4):
                condition = (self.on_data(nest, scalars) if self.happens(0.7)
                             else self.condition(nest))
                lines += self.indices.taken(nest.depth)
                lines.append("  " * nest.depth + "if (%s)" % condition)
                lines += self.branch(nest, before + [statement])
                if self.chance(0.4):
                    other = "  " * nest.depth + self.assignment(nest, scalars)
                    lines.append("  " * nest.depth + "else")
                    lines += self.branch(
                        nest, self.indices.taken(nest.depth) + [other])
            else:
                lines += before + [statement]
        return lines

    @staticmethod
    def branch(nest, lines):
        lines = ["  " + line for line in lines]
        indent = "  " * nest.depth
        return lines if len(lines) == 1 else [indent + "{"] + lines + [indent + "}"]

    def condition(self, nest):
        name, type_name = self.pick(nest.iterators)
        if type_name != "unsigned":
            name = self.indices.held(name)
        if self.wide and self.chance(0.3):
            other = self.pick(nest.iterators)[0]
            return self.pick(["%s < 0 && n > m" % name,
                              "2 * %s == 2 * %s + 1" % (name, other),
                              "%s > %s && %s < %s" % (name, other, name, other)])
        forms = ["%s %% 2 == 0" % name, "%s %% 3 != 1" % name,
                 "%s / 2 < 2" % name, "!(%s > 3)" % name,
                 "%s == 0 || %s > 2" % (name, name),
                 "%s >= 1 && %s < 5" % (name, name)]
        if type_name != "unsigned":
            forms += ["%s < n - 2" % name, "%s + 2 > m" % name]
        other, other_type = self.pick(nest.iterators)
        if type_name == other_type:
            forms += ["%s <= %s" % (name, other),
                      "(%s + %s) %% 2" % (name, other)]
        return self.pick(forms)

    def subscript(self, nest, last_of_linear=False):
        if not nest.iterators or self.chance(0.1):
            return str(self.random.randint(0, 3))
        name, type_name = self.pick(nest.iterators)
        forms = [name, name, "%s + %d" % (name, self.random.randint(1, 3))]
        if last_of_linear:
            return self.pick(forms)
        forms.append("n + m - %s" % name)
        if type_name != "unsigned":
            other = self.pick([i for i, t in nest.iterators if t != "unsigned"])
            forms.append("%s + %s" % (name, other))
        return self.pick(forms)

    def wide_subscript(self, nest):
        """A sum of up to two iterators with coefficients from -4 to 4."""
        signed = [i for i, t in nest.iterators if t != "unsigned"]
        chosen = self.random.sample(signed, min(len(signed),
                                                self.random.randint(1, 2)))
        terms = [(self.random.randint(-4, 4), i) for i in chosen]
        return " + ".join(["%d * %s" % t for t in terms if t[0]]
                          + [str(WIDE // 2 + self.random.randint(-2, 2))])

    def access(self, nest, variable):
        if variable.rank == 0:
            return variable.name
        subscripts = [self.indices.held(self.subscript(nest))
                      for _ in range(variable.rank)]
        chosen = [v for v in self.variables if not v.is_float()]
        if chosen and self.happens(0.2) and variable.kind != "linear":
            by = self.data.choice(chosen)
            text = by.element([self.subscript(nest, True)
                               for _ in range(by.rank)])
            place = self.data.randrange(variable.rank)
            subscripts[place] = self.data.choice(
                ["%s %% 6", "%s & 3", "%s %% 5 + 1"]) % text
        if variable.kind == "wide":
            subscripts[:2] = [self.wide_subscript(nest) for _ in range(2)]
        if variable.kind == "linear":
            subscripts[1] = self.subscript(nest, True)
            if self.small:
                subscripts[0] = "(long)(%s)" % subscripts[0]
        return self.place(variable, subscripts)

    def place(self, variable, subscripts):
        """The text of an element."""
        return variable.element(subscripts)

    def read(self, nest, scalars):
        return self.access(nest, self.pick(self.variables * 2 + scalars))

    def value(self, nest, target, scalars):
        if target.is_float():
            text = self.pick(["0.5 * %s + 0.25 * %s", "0.5 * (%s - %s)",
                              "0.25 * %s * (%s > 0.5)",
                              "(%s > 1 ? 0.5 : 0.25) * %s"])
            text = text % (self.read(nest, scalars), self.read(nest, scalars))
        else:
            text = "%s ^ %s" % (self.whole(nest, scalars),
                                self.whole(nest, scalars))
        if nest.iterators and self.chance(0.3):
            extra = self.indices.held(self.pick(nest.iterators)[0])
            text += (" + (double)%s" if target.is_float()
                     else " ^ (unsigned)%s") % extra
        return "(%s)(%s)" % (target.type, text)

    def whole(self, nest, scalars):
        options = [v for v in self.variables + scalars if not v.is_float()]
        if not options:
            return "%du" % self.random.randint(0, 99)
        return self.access(nest, self.pick(options))

    def assignment(self, nest, scalars):
        target = self.pick(self.variables * 3 + scalars)
        place = self.access(nest, target)
        if self.chance(0.2) and target.is_float():
            return "%s = 0.5f * %s + (%s);" % (
                place, place, self.value(nest, target, scalars))
        if self.chance(0.2) and not target.is_float():
            return "%s ^= %s;" % (place, self.value(nest, target, scalars))
        return "%s = %s;" % (place, self.value(nest, target, scalars))

    # Whole files.

    def parameters(self):
        sizes = (["unsigned n", "unsigned m"] if self.unsigned
                 else ["int n", "int m"])
        return sizes + [
            v.parameter() for v in self.variables
            if v.kind not in ("fixed", "record", "wide")]

    def globals(self):
        lines = []
        for v in self.variables:
            if v.kind == "wide":
                lines.append("%s %s[%d][%d]%s;" % (
                    v.type, v.name, WIDE, WIDE, "[%d]" % FIXED * (v.rank - 2)))
            if v.kind == "fixed":
                lines.append("%s %s%s;" % (v.type, v.name,
                                           "[%d]" % FIXED * v.rank))
            if v.kind == "record":
                lines.append("struct r_%s { %s x; short y; } %s%s;" % (
                    v.name, v.type, v.name, "[%d]" % FIXED * v.rank))
        return lines

    def kernel(self):
        lines = self.globals()
        lines += ["double scalars[4];", "",
                  "void kernel(%s)" % ", ".join(self.parameters()), "{"]
        lines += ["  %s %s = %d;" % (s.type, s.name, k + 1)
                  for k, s in enumerate(self.scalars)]
        lines += ["  %s %s;" % (v.type, v.name) for v in self.ahead]
        lines += ["  %s;" % counter for counter in self.counters]
        lines += self.indices.declarations()
        lines += self.body
        lines += ["  scalars[%d] = %s;" % (k, s.name)
                  for k, s in enumerate(self.observed)]
        if not self.observed:
            lines.append("  scalars[0] = n + m;")
        return "\n".join(["void kernel(%s);" % ", ".join(self.parameters())
                          if not self.cxx else ""] + lines + ["}", ""])

    def main(self, kernel, is_rewritten):
        """A program that runs the kernel at all sizes and prints a number for
        each run made of everything that the kernel may have changed."""
        lines = ["#include <stdio.h>", "#include <stdlib.h>",
                 "#include <string.h>", "static long stv_tile = 1;"]
        if is_rewritten:
            lines += ["#define STEVEDORE_T%d (stv_tile)" % k
                      for k in range(1, 41)] + [MEMORY]
            lines += ["#define STEVEDORE_L2_T%d (stv_tile < 5 ? stv_tile + %d : 3)"
                      % (k, k % 3) for k in range(1, 41)]
        lines += ['#include "%s"' % kernel, RUNTIME, "int main(void) {"]
        lines += ["  static const int sizes[][2] = {%s};" % ", ".join(
            "{%d, %d}" % s for s in SIZES)]
        lines += ["  static const int tiles[] = {%s};" % ", ".join(
            str(t) for t in TILES)]
        lines += ["  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)",
                  "    for (unsigned t = 0; t < sizeof tiles / sizeof *tiles;"
                  " t++) {",
                  "      int n = sizes[k][0], m = sizes[k][1];",
                  "      size_t extent = (size_t)(%s);" % EXTENT,
                  "      (void)extent; stv_tile = tiles[t]; stv_seed = k;"]
        if not is_rewritten:
            lines.append("      if (t == 0) {")
        arguments, after = ["n", "m"], []
        for v in self.variables:
            if v.kind in ("fixed", "record", "wide"):
                lines.append("      stv_fill(&%s, sizeof %s, %s);" % (
                    v.name, v.name, v.filled()))
                after.append("stv_add(&%s, sizeof %s);" % (v.name, v.name))
                continue
            count = " * ".join(["extent"] * v.rank)
            if v.kind == "linear":
                count = "extent * (size_t)(n + m + 30)"
            bytes_ = "%s * sizeof(%s)" % (count, v.type)
            lines += ["      void *%s = malloc(%s);" % (v.name, bytes_),
                      "      stv_fill(%s, %s, %s);" % (v.name, bytes_,
                                                      v.filled())]
            arguments.append(v.name)
            after += ["stv_add(%s, %s);" % (v.name, bytes_),
                      "free(%s);" % v.name]
        lines.append("      kernel(%s);" % ", ".join(arguments))
        lines.append("      stv_hash = 0; stv_add(scalars, sizeof scalars);")
        lines += ["      " + a for a in after]
        if not is_rewritten:
            lines.append("      }")
        lines += ['      printf("n %d m %d T %d: %lx\\n", n, m, tiles[t], '
                  "stv_hash);", "    }", "  return 0;", "}", ""]
        return "\n".join(lines)


# Of random_runtime.c.
RUNTIME = """\
#ifdef __cplusplus
extern "C" {
#endif
extern unsigned stv_seed;
extern unsigned long stv_hash;
void stv_fill(void *start, size_t bytes, size_t stride, int type);
void stv_add(const void *start, size_t bytes);
#ifdef __cplusplus
}
#endif"""

# Local memory starts with a pattern; puts happen when they are waited for, gets
# when they are started, or the reverse.
MEMORY = """\
static void *stv_alloc(size_t bytes) {
  void *p = malloc(bytes);
  if (p) memset(p, 0xA5, bytes);
  return p;
}
#define STEVEDORE_ALLOC(bytes) stv_alloc(bytes)
#define STEVEDORE_FREE(pointer) free(pointer)
static __thread struct { void *to; const void *from; size_t bytes; long tag; } stv_late[4096];
static __thread int stv_count;
static inline void stv_start(void *to, const void *from, size_t bytes, long tag, int early) {
  if (early || stv_count == 4096) { memcpy(to, from, bytes); return; }
  stv_late[stv_count].to = to; stv_late[stv_count].from = from;
  stv_late[stv_count].bytes = bytes; stv_late[stv_count++].tag = tag;
}
static inline void stv_wait(long tag) {
  int kept = 0;
  for (int k = 0; k < stv_count; k++)
    if (stv_late[k].tag == tag)
      memcpy(stv_late[k].to, stv_late[k].from, stv_late[k].bytes);
    else
      stv_late[kept++] = stv_late[k];
  stv_count = kept;
}
#ifndef STV_GETS_EARLY
#define STV_GETS_EARLY 1
#endif
#define STEVEDORE_GET_ASYNC(local, remote, bytes, tag) stv_start(local, remote, bytes, tag, STV_GETS_EARLY)
#define STEVEDORE_PUT_ASYNC(remote, local, bytes, tag) stv_start(remote, local, bytes, tag, !STV_GETS_EARLY)
#define STEVEDORE_WAIT(tag) stv_wait(tag)"""
