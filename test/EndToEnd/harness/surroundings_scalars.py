# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where bounds, coefficients and results of a kernel live, and what is known
about its parameters. A bound is at most 33 and not negative."""

from surroundings_parts import Array, cxx, cxx17, ingredient

BOUNDS, RANGES, TARGETS, COEFFICIENTS = [], [], [], []


def free(p, *_):
    return p.place != "destructor"


def choose_bound(p):
    """The parameter n, of some type, and the end of the loops."""
    p.bound_type = p.pick(["int"] * 6 + ["long", "short", "unsigned", "size_t",
                                         "unsigned char", "const int"])
    if p.place == "destructor" and p.bound_type == "const int":
        p.bound_type = "int"
    p.params.append("%s n" % p.bound_type)
    p.args.append("n")
    p.bound = "n"
    if p.chance(0.6):
        p.take(BOUNDS)
    elif p.rank == 2 and p.chance(0.4):
        inner_bound(p)


def unsigned(p):
    return p.bound_type in ("unsigned", "size_t")


def changes(p, *_):
    return p.bound_type not in ("const int",)


@ingredient(BOUNDS, "bound: global", weight=2)
def in_global(p):
    name = "@P" + p.name("n")
    p.top.append("%sint %s;" % (p.pick(["static ", ""]), name))
    p.setup.append("@@%s = n;" % name)
    p.bound = name


@ingredient(BOUNDS, "bound: member of a structure", weight=2)
def in_structure(p):
    tag, name = "@P" + p.name("N"), p.name("dims")
    p.top.append("struct %s { int other; %s n; };" % (
        tag, p.pick(["int", "long", "short"])))
    p.caller.append("struct %s %s = {3, 0};" % (tag, name))
    p.setup.append("@@%s.n = n;" % name)
    kind = p.pick(["*", ""])
    p.params.append("struct %s %s%s" % (tag, kind, name))
    p.args.append(("&" if kind else "") + name)
    p.bound = name + ("->" if kind else ".") + "n"


@ingredient(BOUNDS, "bound: behind a pointer", weight=4)
def behind_pointer(p):
    """In memory that the stores of the kernel may change, as integers do."""
    name = p.name("pn")
    p.params.append("%sint *%s" % (p.pick(["const ", ""]), name))
    p.bound = p.pick(["*%s", "%s[0]"]) % name
    if p.type == "int" and p.chance(0.7):
        place_small(p, name)
        p.modulus = 23
        p.setup.append("@@*%s = n;" % p.arrays[-1].memory)
        p.note("bound that stores may change")
        return
    p.caller.append("int %s = n;" % name)
    p.args.append("&" + name)


def place_small(p, name):
    """A pointer to one element, which may be one of another array."""
    array = Array(name, placed=True, small=True, pointer=False, writable=False,
                  hidden=True)
    array.extent = 16
    p.memory(array)
    p.arrays.append(array)
    p.args.append(array.memory)


@ingredient(BOUNDS, "bound: element of an array", weight=2)
def in_array(p):
    name, value, at = p.name("sizes"), p.name("value"), p.pick([0, 2])
    p.params.append("const %s *%s" % (p.pick(["int", "long", "short"]), name))
    p.caller.append("%s %s[3] = {5, 5, 5};" % (
        p.params[-1].split()[1], value))
    p.setup.append("@@%s[%d] = n;" % (value, at))
    p.args.append(value)
    p.bound = "%s[%d]" % (name, at)


@ingredient(BOUNDS, "bound: behind two pointers", weight=2)
def behind_two(p):
    inner, outer = "@P" + p.name("Inner"), "@P" + p.name("Outer")
    name, first, second = p.name("ref"), p.name("first"), p.name("second")
    p.top.append("struct %s { long other; int n; };" % inner)
    p.top.append("struct %s { int other; struct %s *to; };" % (outer, inner))
    p.caller.append("struct %s %s = {3, 0};" % (inner, first))
    p.caller.append("struct %s %s = {3, 0};" % (outer, second))
    p.setup.append("@@%s.n = n; %s.to = &%s;" % (first, second, first))
    p.params.append("struct %s *%s" % (outer, name))
    p.args.append("&" + second)
    p.bound = name + "->to->n"


def inner_bound(p):
    """Of inner loops alone: a pointer that leads nowhere where no iteration of
    the outer loop runs."""
    name, value = p.name("width"), p.name("value")
    p.params.append("const int *" + name)
    p.caller.append("int %s = n;" % value)
    p.args.append("n <= 1 ? 0 : &" + value)
    p.inner_bound = "*" + name
    p.note("inner bound: behind a pointer that may be null")


@ingredient(BOUNDS, "bound: reference", lambda p: cxx(p) and free(p), 2)
def reference(p):
    name = p.name("rn")
    p.params.append("%sint &%s" % (p.pick(["const ", ""]), name))
    p.caller.append("int %s = n;" % name)
    p.args.append(name)
    p.bound = name


@ingredient(BOUNDS, "bound: const variable", weight=2)
def constant(p):
    name = p.name("c")
    p.begin.append("const int %s = %s;" % (name, p.pick(["n", "n", "n / 2 + 1",
                                                         "(int)n % 8"])))
    p.bound = name


@ingredient(BOUNDS, "bound: parameter changed before", changes, 2)
def changed(p):
    p.begin.append(p.pick(["if (n > 20) n = 20;", "n = n / 2;",
                           "n = n > 9 ? 9 : n;", "if (n > 3) n -= 2;",
                           "n++;", "n ^= 1;", "if (n) n--;"]))
    p.slack = 1
    p.count = "changed"


@ingredient(BOUNDS, "bound: changed by a call", lambda p: p.bound_type == "int",
            2)
def changed_by_call(p):
    name = "@P" + p.name("bump")
    p.top.append("%sstatic void %s(int *x) { *x = *x > 4 ? *x - 3 : *x + 1; }"
                 % (p.pick(["", "NOINLINE "]), name))
    p.begin.append("%s(&n);" % name)
    p.slack = 1
    p.count = "changed"


@ingredient(BOUNDS, "bound: changed between test and region",
            lambda p: p.bound_type == "int", 3)
def changed_after_test(p):
    name = p.name("m")
    p.begin.append("int %s = n;" % name)
    test, change = p.pick([("%s > 5", "%s -= 5;"), ("%s < 9", "%s = 12;"),
                           ("%s == n", "%s = n / 2;"),
                           ("%s > 2", "%s = 0;"), ("%s > 6", "%s = n - 6;"),
                           ("%s != 7", "%s = 7;")])
    p.opens.append("if (%s) { %s" % (test % name, change % name))
    p.closes.insert(0, "}")
    p.bound = name
    p.slack = 12
    p.count = "changed"


@ingredient(BOUNDS, "bound: static local")
def static_bound(p):
    name = p.name("kept")
    p.begin.append("static int %s;" % name)
    p.begin.append("%s = (%s + 1) %% 9;" % (name, name))
    p.bound = name
    p.slack = 9


@ingredient(BOUNDS, "bound: two variables", weight=2)
def two(p):
    name = p.name("m")
    p.params.append("int " + name)
    p.args.append(p.pick(["n", "n / 2", "(n * 3) % 17", "33 - n"]))
    p.bound = p.pick([name, "(%s < n ? %s : n)" % (name, name)]) if (
        not unsigned(p)) else name
    p.slack = 33


@ingredient(BOUNDS, "bound: sizeof or macro")
def size_of(p):
    name = "@P" + p.name("LIMIT")
    p.top.append(p.pick(["#define %s 19", "enum { %s = 21 };"]) % name)
    p.bound = name
    p.slack = 33


@ingredient(BOUNDS, "bound: constant expression", cxx)
def constexpr(p):
    name = "@P" + p.name("limit")
    p.top.append("constexpr int %s = 18;" % name)
    p.bound = name
    p.slack = 33


# What is known about parameters.


@ingredient(RANGES, "early return for values", weight=3)
def early(p):
    p.begin.insert(0, p.pick(["if (n < 1) @Q", "if (n > 30) @Q", "if (!n) @Q",
                              "if (n == 7) @Q", "if (n < 2 || n > 25) @Q"]))


@ingredient(RANGES, "assert")
def asserted(p):
    p.begin.insert(0, "assert(n <= 33);")


@ingredient(RANGES, "assumption", weight=2)
def assumed(p):
    p.begin.insert(0, p.pick(["ASSUME(n <= 33);", "ASSUME(n + 1 > 0);"]))


@ingredient(RANGES, "condition around", weight=3)
def condition(p):
    p.opens.append("if (%s) {" % p.pick(["n > 0", "n > 3", "n != 1",
                                         "n % 2 == 0", "n < 21", "!(n < 2)"]))
    p.closes.insert(0, p.pick(["}", "} else note(1);"]))


@ingredient(RANGES, "condition on another variable", changes, 2)
def other_condition(p):
    name = p.name("m")
    p.begin.append("int %s = (int)n * 2;" % name)
    p.opens.append("if (%s > 8) { %s = 3;" % (name, name))
    p.closes.insert(0, "note(%s); }" % name)


# Scalars that a kernel writes.


def target(p, expr, pointer=None, declaration=None, static=False, named=False):
    p.target = expr
    if pointer:
        p.local(pointer, 1, declaration, static, named)


@ingredient(TARGETS, "scalar", weight=8)
def scalar(p):
    name, attribute = p.name("s"), p.name("attribute")
    p.before.append("@T %s @A%s@ = 2;" % (name, attribute))
    target(p, name, "&" + name, attribute, named=True)


@ingredient(TARGETS, "scalar in a structure", weight=2)
def in_local_structure(p):
    tag, name, attribute = ("@P" + p.name("R"), p.name("s"),
                            p.name("attribute"))
    p.top.append("struct %s { @T x; int k; };" % tag)
    p.before.append("struct %s %s @A%s@ = {1, 2};" % (tag, name, attribute))
    target(p, name + ".x", "&%s.x" % name, attribute)


@ingredient(TARGETS, "scalar in an array", weight=2)
def in_local_array(p):
    name, attribute = p.name("s"), p.name("attribute")
    p.before.append("@T %s[2] @A%s@ = {1, 2};" % (name, attribute))
    target(p, name + "[0]", name, attribute)


@ingredient(TARGETS, "static scalar", weight=3)
def static_scalar(p):
    name = p.name("s")
    p.before.append("static @T %s;" % name)
    target(p, name, "&" + name, None, True)


@ingredient(TARGETS, "global scalar")
def global_scalar(p):
    name = "@P" + p.name("s")
    p.top.append("%s @T %s;" % (p.pick(["static", "", "static __thread"]),
                                name))
    p.fill_and_show("&" + name, 1)
    target(p, name)


@ingredient(TARGETS, "scalar behind a pointer", weight=3)
def behind(p):
    name = p.name("ps")
    p.params.append("@T *" + name)
    place_small(p, name)
    target(p, p.pick(["*%s", "%s[0]"]) % name)


@ingredient(TARGETS, "reference to a scalar", lambda p: cxx(p) and free(p), 2)
def scalar_reference(p):
    name = p.name("rs")
    p.params.append("@T &" + name)
    place_small(p, name)
    p.args[-1] = "*" + p.args[-1]
    target(p, name)


@ingredient(TARGETS, "reference to a local", cxx, 2)
def local_reference(p):
    name, other, attribute = p.name("s"), p.name("r"), p.name("attribute")
    p.before.append("@T %s @A%s@ = 2; %s &%s = %s;" % (
        name, attribute, p.pick(["auto", "@T"]), other, name))
    target(p, p.pick([name, other]), "&" + name, attribute)


@ingredient(TARGETS, "structured binding", cxx17, 3)
def binding(p):
    tag, name = "@P" + p.name("R"), p.name("s")
    first, second = p.name("b"), p.name("b")
    p.top.append("struct %s { @T x; int k; };" % tag)
    p.before.append("%s %s = {1, 2}; %s [%s, %s] = %s; (void)%s;" % (
        tag, name, p.pick(["auto &", "auto"]), first, second, name, second))
    target(p, p.pick([first, first, name + ".x"]), "&%s.x" % name)


@ingredient(TARGETS, "allocated scalar")
def allocated(p):
    name = p.name("s")
    p.before.append("@T *%s = (@T *)__builtin_alloca(sizeof(@T)); *%s = 3;"
                    % (name, name))
    target(p, "*" + name, name)


@ingredient(TARGETS, "member", lambda p: p.member() and p.place not in (
    "constructor", "destructor", "const member"), 5)
def member(p):
    name = p.name("s")
    p.fields.append("@T %s;" % name)
    p.fill_and_show("&object." + name, 1)
    target(p, p.pick(["", "this->"]) + name)


def box(p, declaration, expr, extra=""):
    """Objects that say what is in them at their end."""
    tag = "@P" + p.name("Box")
    p.top.append("struct %s { @T x; @T more; %s(): x(1), more(2) {} ~%s() "
                 "{ note(x); note(more); } };" % (tag, tag, tag) +
                 extra.replace("BOX", tag))
    name = p.name("s")
    p.before.append(declaration.replace("BOX", tag).replace("NAME", name))
    text = expr.replace("NAME", name)
    target(p, text, "&" + text)


@ingredient(TARGETS, "object that its constructor makes known", cxx, 3)
def known(p):
    tag, name = "@P" + p.name("Known"), p.name("s")
    kept, tell = "@P" + p.name("known"), "@P" + p.name("tell")
    p.top.append("struct %s; static %s *%s; struct %s { @T x; int k; %s() : x(3)"
                 " { %s = this; } }; NOINLINE static void %s() { note((double)"
                 "%s->x); }" % (tag, tag, kept, tag, tag, kept, tell, kept))
    p.before.append("%s %s;" % (tag, name))
    target(p, name + ".x")
    p.after.append(tell + "();")


@ingredient(TARGETS, "object with a destructor", cxx, 2)
def object_(p):
    box(p, "BOX NAME;", "NAME.x")


@ingredient(TARGETS, "array of objects with destructors", cxx)
def objects(p):
    box(p, "BOX NAME[2];", "NAME[1].x")


@ingredient(TARGETS, "object whose base has a destructor", cxx)
def derived(p):
    box(p, "BOXDerived NAME;", "NAME.x",
        " struct BOXDerived : BOX { int k = 0; };")


@ingredient(TARGETS, "object whose member has a destructor", cxx)
def outer(p):
    box(p, "BOXOuter NAME;", "NAME.inner.x",
        " struct BOXOuter { int k = 0; BOX inner; };")


@ingredient(TARGETS, "object with an array and a destructor", cxx, 2)
def object_array(p):
    tag, name = "@P" + p.name("Box"), p.name("w")
    p.top.append("struct %s { @T v[112]; ~%s() { show_@T(\"box\", v, 112); } };"
                 % (tag, tag))
    p.before.append("%s %s; fill_@T(%s.v, 112, 2);" % (tag, name, name))
    p.arrays.append(Array(name + ".v"))
    p.local(name + ".v", 112)


# Numbers that a kernel reads.


@ingredient(COEFFICIENTS, "coefficient: none", weight=6)
def none(p):
    return None


@ingredient(COEFFICIENTS, "coefficient: parameter", weight=2)
def parameter(p):
    name = p.name("c")
    p.params.append("@T " + name)
    p.args.append("2")
    if p.chance(0.5):
        p.inner.append(p.pick(["%s = %s + 1;", "if (n > 5) %s = %s - 3;"]) % (
            name, name))
    return name


@ingredient(COEFFICIENTS, "coefficient: global", weight=2)
def global_coefficient(p):
    name = "@P" + p.name("c")
    p.top.append("%s@T %s = 3;" % (p.pick(["static ", ""]), name))
    return name


@ingredient(COEFFICIENTS, "coefficient: behind a pointer", weight=3)
def coefficient_pointer(p):
    name = p.name("pc")
    p.params.append(p.pick(["const ", ""]) + "@T *" + name)
    place_small(p, name)
    return p.pick(["*%s", "%s[0]"]) % name


@ingredient(COEFFICIENTS, "coefficient: reference",
            lambda p: cxx(p) and free(p))
def coefficient_reference(p):
    name = p.name("rc")
    p.params.append(p.pick(["const ", ""]) + "@T &" + name)
    place_small(p, name)
    p.args[-1] = "*" + p.args[-1]
    return name


@ingredient(COEFFICIENTS, "coefficient: element of an array",
            lambda p: p.rank == 1 and any(not v.array.tight and v.rank == 1
                                          for v in p.views), 4)
def element(p):
    view = p.pick([v for v in p.views if not v.array.tight and v.rank == 1])
    return "%s[%d]" % (view.expr, p.random.randint(0, 9))


@ingredient(COEFFICIENTS, "coefficient: member of a structure")
def structure_member(p):
    tag, name = "@P" + p.name("K"), p.name("k")
    p.top.append("struct %s { @T c; int k; }; static struct %s @P%s = {3, 1};"
                 % (tag, tag, name))
    p.params.append("struct %s *%s" % (tag, name))
    p.args.append("&@P" + name)
    return name + "->c"
