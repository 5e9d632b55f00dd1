# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A random program as libraries write it: the loops of RandomProgram as `while`
and `do` loops and as counters that go down, its elements through pointers that
walk with a loop, rows, and functions. It computes the same."""

import random
import re

from random_program import EXTENT, NoIndexVariables, RandomProgram


class Rows(NoIndexVariables):
    """Declarations that belong before the next line."""

    def __init__(self):
        self.pending = []

    def taken(self, indent):
        lines = ["  " * indent + line for line in self.pending]
        self.pending = []
        return lines


class Around:
    """A loop whose body is being written, and the pointers that walk with it."""

    def __init__(self, counter):
        self.counter, self.starts, self.steps = counter, [], []


class RewrittenProgram(RandomProgram):
    """Only of kinds in C99 in which data decide nothing."""

    def __init__(self, seed, kinds=(), small=False):
        self.other = random.Random("rewritten %d" % seed)
        self.around = []
        self.names = 0
        super().__init__(seed, kinds, small)

    def index_variables(self, seed, wanted):
        return Rows()

    def another(self, stem):
        self.names += 1
        return "%s_%d" % (stem, self.names)

    # Loops.

    def counted(self, counter, inner, body):
        self.around.append(Around(counter))
        lines = body()
        around = self.around.pop()
        starts, head, last, tail = self.loop_parts(counter)
        indent, inside = "  " * (inner.depth - 1), "  " * inner.depth
        return ([indent + line for line in around.starts + starts]
                + [indent + head + " {"]
                + lines
                + [inside + line for line in around.steps + last]
                + [indent + "}" + tail])

    def loop_parts(self, c):
        """What stands before a loop, its head, its end, and what follows."""
        is_count = not c.down and c.step == 1 and c.low == "0"
        form = self.other.choice(["for", "while", "do"] + ["left"] * 3 * is_count)
        if form == "for":
            return [], "for (%s; %s; %s)" % (c.start(), c.test(), c.next()), [], ""
        if form == "while":
            return [c.start() + ";"], "while (%s)" % c.test(), [c.next() + ";"], ""
        if form == "do":
            return ([c.start() + ";", "if (%s)" % c.test()], "do",
                    [c.next() + ";"], " while (%s);" % c.test())
        left = self.another("left")
        starts = [c.start() + ";", "%s %s = %s;" % (c.type, left, c.limit)]
        tests = [left + " > 0", left + "-- > 0"]
        if c.type == "unsigned":
            tests = [left, left + " != 0", left + "-- != 0"]
        test = self.other.choice(tests)
        last = [c.next() + ";"] + ([] if "--" in test else [left + "--;"])
        return starts, "while (%s)" % test, last, ""

    # Elements.

    def place(self, variable, subscripts):
        forms = [self.walked, self.by_row, self.by_function, None, None]
        form = self.other.choice(forms)
        text = form(variable, subscripts) if form else None
        return text or variable.element(subscripts)

    @staticmethod
    def pointed(variable, start, name):
        """The declaration of a pointer, and the member that its elements have."""
        if variable.kind == "record":
            return "struct r_%s *%s = %s;" % (variable.name, name, start), ".x"
        return "%s *%s = %s;" % (variable.type, name, start), ""

    @staticmethod
    def address(variable, subscripts):
        return "&" + re.sub(r"\.x$", "", variable.element(subscripts))

    def walked(self, variable, subscripts):
        """By a pointer that steps with the innermost loop, which the last
        subscript alone follows."""
        if not self.around:
            return None
        c = self.around[-1].counter
        word = re.compile(r"\b%s\b" % c.name)
        if any(word.search(s) for s in subscripts[:-1]) or c.down:
            return None
        last = subscripts[-1]
        if len(word.findall(last)) != 1 or re.search(r"- %s\b|\*" % c.name, last):
            return None
        first = subscripts[:-1] + [word.sub("(%s)" % c.first(), last)]
        name = self.another("p")
        start, member = self.pointed(variable, self.address(variable, first), name)
        self.around[-1].starts.append(start)
        self.around[-1].steps.append(c.next(name) + ";")
        return self.other.choice(["(*%s)", "%s[0]"]) % name + member

    def by_row(self, variable, subscripts):
        """By a pointer to a row."""
        if variable.rank < 2:
            return None
        name = self.another("row")
        start, member = self.pointed(
            variable, self.address(variable, subscripts[:-1] + ["0"]), name)
        self.indices.pending.append(start)
        return self.other.choice(["%s[%s]", "(*(%s + %s))"]) % (
            name, subscripts[-1]) + member

    def by_function(self, variable, subscripts):
        """By a function that finds the element."""
        sizes = [] if self.is_global(variable) else ["n", "m", variable.name]
        member = ".x" if variable.kind == "record" else ""
        return "(*at_%s(%s))%s" % (variable.name, ", ".join(sizes + subscripts),
                                   member)

    # Whole files.

    @staticmethod
    def is_global(variable):
        return variable.kind in ("fixed", "record", "wide")

    def finder(self, variable):
        """The function of by_function."""
        names = ["k%d" % k for k in range(variable.rank)]
        sizes = ([] if self.is_global(variable)
                 else ["int n", "int m", variable.parameter()])
        parameters = ", ".join(sizes + ["long " + k for k in names])
        result = ("struct r_" + variable.name if variable.kind == "record"
                  else variable.type)
        return "static inline %s *at_%s(%s) { return %s; }" % (
            result, variable.name, parameters, self.address(variable, names))

    def globals(self):
        return super().globals() + [self.finder(v) for v in self.variables]
