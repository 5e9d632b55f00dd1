# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pointers that a function derives from those that came in."""

import copy

from surroundings_parts import cxx, ingredient

POINTERS = []


def distance(p):
    return p.pick(["n / 2", "3", "4", "n / 3 + 1", "1", "0"])


def named(p, view, text, declare=None):
    """A view through a variable with that initial value."""
    name = p.name("d")
    p.inner.append((declare or "%s *%s = %s;") % (view.type, name, text))
    return through(view, name)


def through(view, expr):
    result = copy.copy(view)
    result.expr, result.pointer = expr, True
    return result



@ingredient(POINTERS, "sum", weight=3)
def moved(p, view):
    return named(p, view, p.pick(["%s + %s", "&%s[%s]"]) % (
        view.expr, distance(p)))


@ingredient(POINTERS, "copy", weight=2)
def copied(p, view):
    return named(p, view, view.expr)


@ingredient(POINTERS, "cast")
def cast(p, view):
    constant = "const " if view.type.startswith("const") else ""
    return named(p, view, "(%s *)(%svoid *)((%schar *)%s + (%s) * sizeof(@T))"
                 % (view.type, constant, constant, view.expr, distance(p)))


@ingredient(POINTERS, "conditional operator", weight=2)
def conditional(p, view):
    other = p.pick([v for v in p.views if v.type == view.type and v.pointer
                    and v.rank == 1])
    result = named(p, view, "%s ? %s + %s : %s" % (
        p.pick(["n > 7", "n % 2 == 0", "1"]), view.expr, distance(p),
        other.expr))
    result.writable = view.writable and other.writable
    return result


@ingredient(POINTERS, "later assignment", weight=2)
def assigned(p, view):
    """Also to a pointer that was none before."""
    first, text = p.pick([(view.expr, "%s = %s + 2;"), ("0", "%s = %s + 2;"),
                          (view.expr, "if (n > 3) %s = %s + 2;")])
    result = named(p, view, first)
    p.inner.append(text % (result.expr, view.expr))
    return result


@ingredient(POINTERS, "from a restrict pointer of a block before")
def from_block(p, view):
    result = named(p, view, "0")
    name = p.name("q")
    p.inner.append("{ %s *@R %s = %s; %s = %s + %s; }" % (
        view.type, name, view.expr, result.expr, name, distance(p)))
    return result


@ingredient(POINTERS, "increment", weight=2)
def incremented(p, view):
    result = named(p, view, view.expr)
    p.inner.append(p.pick(["%s++;", "++%s;", "%s += 3;", "%s += n / 2;",
                           "%s += 2; --DX;"]).replace("DX", result.expr)
                   % result.expr)
    return result


@ingredient(POINTERS, "member of a structure", weight=2)
def member(p, view):
    tag, name = "@P" + p.name("D"), p.name("holder")
    p.top.append("struct %s { int k; %s *p; };" % (tag, view.type))
    p.inner.append("struct %s %s = {1, %s + %s};" % (tag, name, view.expr,
                                                     distance(p)))
    return through(view, name + ".p")


@ingredient(POINTERS, "function that returns its argument", weight=2)
def identity(p, view):
    name = "@P" + p.name("id")
    p.top.append("%sstatic %s *%s(%s *p) { return p; }" % (
        p.pick(["NOINLINE ", "", "__inline "]), view.type, name, view.type))
    return named(p, view, "%s(%s) + %s" % (name, view.expr, distance(p)))


@ingredient(POINTERS, "statement expression")
def statement(p, view):
    return named(p, view, "({ %s *inside = %s; inside + %s; })" % (
        view.type, view.expr, distance(p)))


@ingredient(POINTERS, "compound literal", lambda p, v: not p.cxx
            and p.year != 1989)
def literal(p, view):
    return named(p, view, "((%s *[]){%s, %s})[1]" % (
        view.type, view.expr, view.expr + " + 2"))


@ingredient(POINTERS, "array of pointers", weight=2)
def array_of_pointers(p, view):
    name = p.name("both")
    p.inner.append("%s *%s[2];" % (view.type, name))
    p.inner.append("%s[0] = %s; %s[1] = %s + %s;" % (
        name, view.expr, name, view.expr, distance(p)))
    expr = p.pick(["%s[1]", "%s[0]"]) % name
    return through(view, expr) if p.chance(0.5) else named(p, view, expr)


@ingredient(POINTERS, "comma operator")
def comma(p, view):
    return named(p, view, "(n, %s + 1)" % view.expr)


@ingredient(POINTERS, "through intptr_t", weight=2)
def integer(p, view):
    return named(p, view, "(%s *)((intptr_t)%s + (intptr_t)sizeof(@T))" % (
        view.type, view.expr))


@ingredient(POINTERS, "through memcpy", weight=2)
def copied_bytes(p, view):
    result = named(p, view, "0")
    source = p.name("source")
    p.inner.append("{ %s *%s = %s + 1; memcpy(&%s, &%s, sizeof %s); }" % (
        view.type, source, view.expr, result.expr, source, source))
    return result


@ingredient(POINTERS, "through a global", weight=2)
def through_global(p, view):
    name = "@P" + p.name("via")
    p.top.append("static %s *%s;" % (view.type, name))
    p.inner.append("%s = %s + 1;" % (name, view.expr))
    return through(view, name) if p.chance(0.5) else named(p, view, name)


@ingredient(POINTERS, "written through a pointer to it")
def written(p, view):
    result = named(p, view, "0")
    name = p.name("to")
    p.inner.append("%s **%s = &%s; *%s = %s + 1;" % (
        view.type, name, result.expr, name, view.expr))
    return result


@ingredient(POINTERS, "reference to a pointer of the function", cxx)
def reference(p, view):
    first = named(p, view, view.expr)
    name = p.name("d")
    p.inner.append("%s *&%s = %s; %s += 2;" % (view.type, name, first.expr,
                                               name))
    return through(view, p.pick([name, first.expr]))


@ingredient(POINTERS, "reference to an array", lambda p, v: cxx(p)
            and not v.type.startswith("const"))
def array_reference(p, view):
    name = p.name("d")
    p.inner.append("@T (&%s)[90] = *(@T (*)[90])(%s + 1);" % (name, view.expr))
    return through(view, name)


@ingredient(POINTERS, "lambda", cxx)
def from_lambda(p, view):
    return named(p, view, "[%s] { return %s + 2; }()" % (
        "&", view.expr))


@ingredient(POINTERS, "tuple", lambda p, v: cxx(p) and p.year >= 2017)
def tuple_of(p, view):
    first, second = p.name("d"), p.name("d")
    p.inner.append("auto [%s, %s] = std::make_tuple(%s + 1, %s + n / 2);" % (
        first, second, view.expr, view.expr))
    return through(view, p.pick([first, second]))
