# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What surroundings are made of: tables of ingredients, arrays, views of them
and local variables."""


class Ingredient:
    def __init__(self, name, function, when, weight):
        self.name, self.function = name, function
        self.when, self.weight = when, weight


def ingredient(table, name, when=None, weight=1):
    """Enters the function below into a table: it adds itself to a program where
    the condition holds."""
    def enter(function):
        table.append(Ingredient(name, function, when, weight))
        return function
    return enter


def applicable(table, *arguments):
    return [entry for entry in table for _ in range(entry.weight)
            if entry.when is None or entry.when(*arguments)]


def cxx(p, *_):
    return p.cxx


def cxx17(p, *_):
    return p.cxx and p.year >= 2017


class Array:
    """expr: what it is called in the function. memory: a pointer to its first
    element in the caller, if there is one there. placed: the caller chooses
    where that is. unaligned: anywhere. shared: other names for its elements may
    be used in the region. keeps: no other array may be in its memory."""

    def __init__(self, expr, rank=1, type="@T", **more):
        self.expr, self.rank, self.type = expr, rank, type
        self.memory = None
        self.placed = self.unaligned = self.restrict = False
        self.shared = self.keeps = self.small = False
        self.pointer = self.writable = True
        self.extent = 112
        self.tight = self.lies = self.hidden = False
        self.__dict__.update(more)

    def view(self):
        return View(self, self.expr)


class View:
    """A name for the elements of an array from some element on."""

    def __init__(self, array, expr):
        self.array, self.expr = array, expr
        self.pointer = (array.pointer and array.rank == 1
                        and not array.tight)
        self.type, self.rank = array.type, array.rank
        self.writable = array.writable
        self.shift = 0


class Local:
    """A variable of the function, or several beside each other."""

    def __init__(self, program, pointer, count, declaration, static, named):
        self.program, self.pointer = program, pointer
        self.count, self.static, self.named = count, static, named
        self.declaration = declaration
        self.index = program.random.randint(0, 6) if count > 1 else 0

    def seen(self):
        """The element that is looked at."""
        return "(%s)[%d]" % (self.pointer, self.index)
