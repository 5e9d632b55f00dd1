# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How arrays come into a function."""

import re

from surroundings_parts import Array, cxx, ingredient

ARRAYS = {1: [], 2: []}
ONE, TWO = ARRAYS[1], ARRAYS[2]


def one_to_write(p):
    """An array that the kernel may write, whatever else there is."""
    (plain if p.rank == 1 else rows_of_constant_size)(p)


def parameters(p):
    return p.place != "destructor"


def variable_sizes(p):
    return not p.cxx and p.year != 1989 and p.count == "n"


def declared_name(parameter):
    return re.search(r"(\w+)\)?(\[|$)", parameter).group(1)


def add(p, array):
    p.arrays.append(array)
    return array


def global_array(p, storage, rank=1):
    name = "@P" + p.name("g")
    extents = "[112]" if rank == 1 else "[40][40]"
    p.top.append("%s @T %s%s;" % (storage, name, extents))
    first = name if rank == 1 else "&%s[0][0]" % name
    p.fill_and_show(first, 112 if rank == 1 else 1600)
    return add(p, Array(name, rank, memory=first, shared=True))


def own_memory(p, rank=1):
    """An array in the caller that pointers point to, others too."""
    array = Array(p.name("a"), rank, placed=True, unaligned=rank == 1)
    array.extent = 112 if rank == 1 else 1640
    p.memory(array)
    return add(p, array)


@ingredient(ONE, "pointer", weight=4)
def plain(p):
    array = own_memory(p)
    p.params.append("@T *%s" % array.expr)
    p.args.append(array.memory)


@ingredient(ONE, "restrict pointer", weight=4)
def restricted(p):
    plain(p)
    if p.place != "destructor":
        p.params[-1] = p.params[-1].replace("*", "*@R ")
    p.arrays[-1].restrict = True


@ingredient(ONE, "pointer to const", weight=2)
def constant(p):
    plain(p)
    p.params[-1] = "const " + p.params[-1]
    p.arrays[-1].type, p.arrays[-1].writable = "const @T", False


@ingredient(ONE, "restrict pointer to const")
def restricted_constant(p):
    constant(p)
    if p.place != "destructor":
        p.params[-1] = p.params[-1].replace("*", "*@R ")
    p.arrays[-1].restrict = True


@ingredient(ONE, "const pointer", parameters)
def constant_pointer(p):
    plain(p)
    p.params[-1] = p.params[-1].replace("*", "*const ")


@ingredient(ONE, "array parameter", parameters, 2)
def array_parameter(p):
    plain(p)
    name = p.arrays[-1].expr
    forms = ["[]", "[112]", "[4]"]
    if not p.cxx and p.year > 1989:
        forms += ["[n + 1]", "[static 1]", "[@R]"]
    form = p.pick(forms)
    p.params[-1] = "@T %s%s" % (name, form)
    p.arrays[-1].restrict = "@R" in form


@ingredient(ONE, "array parameter larger than its argument", parameters)
def large_parameter(p):
    plain(p)
    p.arrays[-1].lies = True
    p.params[-1] = "@T %s[4000]" % p.arrays[-1].expr


@ingredient(ONE, "restrict array parameter", variable_sizes, 2)
def restricted_array(p):
    plain(p)
    name = p.arrays[-1].expr
    p.params[-1] = "@T %s[@R %s]" % (name, p.pick(["n + 1", "static n + 1",
                                                   "static 1", ""]))
    p.arrays[-1].restrict = True


@ingredient(ONE, "tight memory", weight=3)
def tight(p):
    """Exactly the elements that the kernel accesses, none at all for n = 0."""
    name = p.name("a")
    add(p, Array(name, tight=name + "_memory"))
    p.caller.append("@T *%s_memory = 0;" % name)
    p.params.append("@T *" + name)
    p.args.append(name + "_memory")


@ingredient(ONE, "global", weight=2)
def static_global(p):
    global_array(p, p.pick(["static", "", "static __thread"]))


@ingredient(ONE, "extern global")
def extern_global(p):
    name = "@P" + p.name("x")
    p.top.append("extern @T %s[%s];" % (name, p.pick(["", "112"])))
    p.bottom.append("@T %s[112];" % name)
    p.fill_and_show(name, 112)
    add(p, Array(name, memory=name, shared=True))


@ingredient(ONE, "global with an alias")
def alias(p):
    name, other = "@P" + p.name("g"), "@P" + p.name("alias")
    link = 'extern "C" ' if p.cxx else ""
    p.top.append((link + "{ @T %s[112]; }" if link else "@T %s[112];") % name)
    p.top.append('%s@T %s[112] __attribute__((alias("%s")));' % (
        link or "extern ", other, name))
    p.fill_and_show(name, 112)
    add(p, Array(other, memory=name, shared=True))
    if p.chance(0.7):
        add(p, Array(name, memory=name, shared=True))


@ingredient(ONE, "global with an asm label")
def label(p):
    name = "@P" + p.name("g")
    p.top.append('extern @T %s[112] __asm__("%s_named");' % (name, name))
    p.bottom.append("@T %s[112];" % name)
    p.fill_and_show(name, 112)
    add(p, Array(name, memory=name, shared=True))


@ingredient(ONE, "global pointer", weight=2)
def global_pointer(p):
    array = own_memory(p)
    name = "@P" + p.name("p")
    p.top.append("%s @T *%s;" % (p.pick(["static", ""]), name))
    p.setup.append("@@%s = %s;" % (name, array.memory))
    array.expr, array.shared = name, True


def structure(p, members, keyword="struct"):
    name = "@P" + p.name("S")
    p.top.append("%s %s { %s };" % (keyword, name, members))
    return "%s %s" % (keyword, name)


@ingredient(ONE, "array in a structure by pointer", weight=2)
def in_structure(p):
    keyword = p.pick(["struct", "struct", "union"])
    tag = structure(p, "int k; @T v[112];" if keyword == "struct" else
                    "@T v[112]; char bytes[112 * sizeof(@T)];", keyword)
    name = p.name("st")
    p.top.append("static %s @P%s;" % (tag, name))
    p.fill_and_show("@P%s.v" % name, 112)
    p.params.append("%s *%s" % (tag, name))
    p.args.append("&@P" + name)
    add(p, Array(name + "->v", memory="@P%s.v" % name, shared=True))


@ingredient(ONE, "array in a global structure")
def in_global_structure(p):
    tag = structure(p, "int k; @T v[112]; @T w[112];")
    name = "@P" + p.name("st")
    p.top.append("static %s %s;" % (tag, name))
    for member in p.random.sample(["v", "w"], p.pick([1, 2])):
        place = "%s.%s" % (name, member)
        p.fill_and_show(place, 112)
        add(p, Array(place, memory=place, shared=True))


@ingredient(ONE, "array in a structure by value", parameters)
def by_value(p):
    tag = structure(p, "int k; @T v[112];")
    name = p.name("st")
    p.top.append("static %s @P%s;" % (tag, name))
    p.fill_and_show("@P%s.v" % name, 112)
    p.params.append("%s %s" % (tag, name))
    p.args.append("@P" + name)
    add(p, Array(name + ".v", shared=True))
    p.local(name + ".v", 112)


@ingredient(ONE, "flexible array member", lambda p: p.year != 1989)
def flexible(p):
    tag = structure(p, "int k; @T v[];")
    name, memory = p.name("fl"), p.name("memory")
    p.caller.append("%s *%s = (%s *)malloc(sizeof(%s) + 112 * sizeof(@T));"
                    % (tag, memory, tag, tag))
    p.cleanup.append("free(%s);" % memory)
    p.fill_and_show(memory + "->v", 112)
    p.params.append("%s *%s" % (tag, name))
    p.args.append(memory)
    add(p, Array(name + "->v", memory=memory + "->v", shared=True))


@ingredient(ONE, "pointers in a structure", weight=3)
def pointers_in_structure(p):
    restrict = "@R " if p.chance(0.35) else ""
    tag = structure(p, "int k; @T *%sp; @T *%sq;" % (restrict, restrict))
    name, value = p.name("st"), p.name("value")
    p.around.append("%s %s = {0, 0, 0};" % (tag, value))
    kind = p.pick(["*", "", "&"] if p.cxx and parameters(p) else ["*", ""])
    p.params.append("%s %s%s" % (tag, kind, name))
    p.args.append(("&" if kind == "*" else "") + value)
    for member in p.random.sample(["p", "q"], p.pick([1, 2, 2])):
        array = own_memory(p)
        p.around.append("%s.%s = %s;" % (value, member, array.memory))
        array.expr = "%s%s%s" % (name, "->" if kind == "*" else ".", member)
        array.restrict, array.shared = bool(restrict), True
    if restrict:
        p.note("restrict members")


@ingredient(ONE, "table of pointers", weight=2)
def table(p):
    name, value = p.name("t"), p.name("table")
    p.caller.append("@T *%s[3] = {0, 0, 0};" % value)
    p.params.append(p.pick(["@T **%s", "@T *const *%s"] + (
        ["@T *%s[]"] if parameters(p) else [])) % name)
    p.args.append(value)
    for member in p.random.sample([0, 1, 2], p.pick([1, 2])):
        array = own_memory(p)
        p.setup.append("@@%s[%d] = %s;" % (value, member, array.memory))
        array.expr, array.shared = "%s[%d]" % (name, member), True
        if p.chance(0.3):
            local = p.name("row")
            p.begin.append("@T *%s = %s;" % (local, array.expr))
            array.expr = local


@ingredient(ONE, "allocated in the function", weight=2)
def allocated(p):
    name = p.name("w")
    p.before.append("@T *%s = (@T *)%s(CAP * sizeof(@T));".replace(
        "CAP", "112") % (name, p.pick(["malloc", "__builtin_alloca"])))
    if "malloc" in p.before[-1]:
        holder = "@P" + p.name("free")
        p.top.append("static void *%s;" % holder)
        p.before.append("%s = %s;" % (holder, name))
        p.cleanup.append("free(%s); %s = 0;" % (holder, holder))
    finish_local(p, name, None)


@ingredient(ONE, "local array", weight=4)
def local_array(p):
    name = p.name("w")
    extent = "112"
    if p.chance(0.2) and not p.cxx and p.year != 1989:
        extent = p.pick(["n + 112", "112 + n"])
    attribute = p.name("attribute")
    p.before.append("@T %s[%s] @A%s@;" % (name, extent, attribute))
    finish_local(p, name, attribute, True)


@ingredient(ONE, "local structure")
def local_structure(p):
    tag = structure(p, "@T v[112]; int k;")
    name, attribute = p.name("w"), p.name("attribute")
    p.before.append("%s %s @A%s@;" % (tag, name, attribute))
    finish_local(p, name + ".v", attribute)


@ingredient(ONE, "static local", weight=2)
def static_local(p):
    name = p.name("w")
    p.before.append("static @T %s[112];" % name)
    finish_local(p, name, None, True, True)


def finish_local(p, name, attribute, named=False, static=False):
    """Initial values, by a function or by a loop."""
    if static and p.chance(0.7):
        pass
    elif p.chance(0.4):
        p.before.append("fill_@T(%s, 112, 3);" % name)
    else:
        k = p.name("k")
        p.before.append("{ int %s; for (%s = 0; %s < 112; %s++) %s[%s] = (@T)"
                        "(%s %% 7); }" % (k, k, k, k, name, k, k))
    add(p, Array(name))
    local = p.local(name, 112, attribute, static, named)
    if p.chance(0.5):
        p.after.append('show_@T("%s", %s, 112);' % (name, name))
    return local


# Of C++.


@ingredient(ONE, "reference to an array", lambda p: cxx(p) and parameters(p), 2)
def reference(p):
    name = p.name("r")
    p.top.append("static @T @P%s[112];" % name)
    p.fill_and_show("@P" + name, 112)
    p.params.append("@T (&%s)[112]" % name)
    p.args.append("@P" + name)
    add(p, Array(name, memory="@P" + name, shared=True))


@ingredient(ONE, "reference to a pointer", lambda p: cxx(p) and parameters(p))
def pointer_reference(p):
    array = own_memory(p)
    p.params.append("@T *%s%s" % (p.pick(["&", "const &"]), array.expr))
    p.args.append(array.memory)
    array.shared = True


@ingredient(ONE, "container", lambda p: cxx(p) and parameters(p), 3)
def container(p):
    kind = p.pick(["std::array<@T, 112>", "std::vector<@T>"])
    name = p.name("v")
    p.top.append("static %s @P%s%s;" % (
        kind, name, "(112)" if "vector" in kind else ""))
    memory = "@P%s.data()" % name
    p.fill_and_show(memory, 112)
    p.params.append("%s %s%s" % (kind, "&" if p.chance(0.8) else "", name))
    value = "&" not in p.params[-1]
    p.args.append("@P" + name)
    add(p, Array(name, memory=None if value else memory, shared=True,
                 pointer=False))
    if p.chance(0.5):
        p.arrays[-1].expr = name + ".data()"
        p.arrays[-1].pointer = True
    if value:
        p.local(name + ".data()", 112)


@ingredient(ONE, "span", lambda p: cxx(p) and p.year >= 2020 and parameters(p),
            2)
def span(p):
    array = own_memory(p)
    p.params.append("std::span<@T> " + array.expr)
    p.args.append("std::span<@T>(%s, 100)" % array.memory)
    if p.chance(0.5):
        array.expr += ".data()"
    else:
        array.pointer = False


@ingredient(ONE, "span of our own", cxx)
def own_span(p):
    tag = structure(p, "@T *first; int count; @T &operator[](int k) const "
                    "{ return first[k]; } @T *begin() const { return first; }")
    array = own_memory(p)
    name = p.name("sp")
    p.params.append("%s %s" % (tag, name))
    p.args.append("%s{%s, 100}" % (tag.split()[1], array.memory))
    array.expr = p.pick([name + ".first", name + ".first", name + ".begin()"])


@ingredient(ONE, "member array", lambda p: p.member() and p.place not in (
    "constructor", "destructor", "const member"), 5)
def member_array(p):
    name = p.name("v")
    p.fields.append("@T %s[112];" % name)
    memory = "object." + name
    p.fill_and_show(memory, 112)
    add(p, Array(p.pick([name, "this->" + name]), memory=memory, shared=True))


@ingredient(ONE, "member pointer", lambda p: p.member() and p.place not in (
    "constructor", "destructor"), 5)
def member_pointer(p):
    array = own_memory(p)
    p.fields.append("@T *%s;" % array.expr)
    p.setup.append("@@object.%s = %s;" % (array.expr, array.memory))
    array.shared = True


@ingredient(ONE, "member of the object that is made", lambda p: p.place in (
    "constructor", "destructor"), 5)
def own_member(p):
    name = p.name("v")
    p.fields.append("@T %s[112];" % name)
    finish_local(p, name, None)


@ingredient(ONE, "unique_ptr", cxx)
def unique(p):
    name = p.name("u")
    p.before.append("std::unique_ptr<@T[]> %s(new @T[112]);" % name)
    finish_local(p, name + ".get()", None)


# Of two dimensions.


@ingredient(TWO, "rows of constant size", weight=3)
def rows_of_constant_size(p):
    array = own_memory(p, 2)
    restrict = "@R " if p.chance(0.3) else ""
    if not parameters(p):
        restrict = ""
    array.restrict = bool(restrict)
    forms = ["@T (*%s%s)[40]" % (restrict, array.expr)]
    if parameters(p) and not restrict:
        forms.append("@T %s[][40]" % array.expr)
        forms.append("@T %s[40][40]" % array.expr)
    p.params.append(p.pick(forms))
    p.args.append("(@T (*)[40])%s" % array.memory)


@ingredient(TWO, "rows of variable size", variable_sizes, 4)
def rows_of_variable_size(p):
    array = own_memory(p, 2)
    restrict = p.chance(0.5)
    array.restrict = restrict
    p.params.append("@T %s[%sn + 3][n + 5]" % (
        array.expr, p.pick(["@R ", "@R static "]) if restrict else ""))
    p.args.append("(@T (*)[n + 5])%s" % array.memory)


@ingredient(TWO, "global of two dimensions", weight=2)
def global_rows(p):
    global_array(p, p.pick(["static", ""]), 2)


@ingredient(TWO, "structure of two dimensions")
def structure_rows(p):
    tag = structure(p, "int k; @T v[40][40];")
    name = p.name("st")
    p.top.append("static %s @P%s;" % (tag, name))
    p.fill_and_show("&@P%s.v[0][0]" % name, 1600)
    p.params.append("%s *%s" % (tag, name))
    p.args.append("&@P" + name)
    add(p, Array(name + "->v", 2, shared=True))


@ingredient(TWO, "table of rows", weight=2)
def row_table(p):
    """Rows that overlap each other for some calls."""
    name, value = p.name("rows"), p.name("table")
    array = Array(name, 2, keeps=True, shared=True, extent=1640)
    memory = p.memory(array)
    p.arrays.append(array)
    p.caller.append("@T *%s[40]; int %s_k;" % (value, value))
    p.setup.append("@@for (%s_k = 0; %s_k < 40; %s_k++) %s[%s_k] = %s + %s_k * "
                   "(o == 0 ? 40 : o == 1 ? 1 : 0);"
                   % (value, value, value, value, value, memory, value))
    p.params.append("@T **" + name)
    p.args.append(value)


@ingredient(TWO, "local rows")
def local_rows(p):
    name, attribute = p.name("w"), p.name("attribute")
    p.before.append("@T %s[40][40] @A%s@;" % (name, attribute))
    p.before.append("fill_@T(&%s[0][0], 1600, 2);" % name)
    add(p, Array(name, 2))
    p.local("&%s[0][0]" % name, 1600, attribute)
    if p.chance(0.5):
        p.after.append('show_@T("%s", &%s[0][0], 1600);' % (name, name))


@ingredient(TWO, "array of arrays", lambda p: cxx(p) and parameters(p))
def array_of_arrays(p):
    name = p.name("v")
    kind = "std::array<std::array<@T, 40>, 40>"
    p.top.append("static %s @P%s;" % (kind, name))
    p.fill_and_show("&@P%s[0][0]" % name, 1600)
    p.params.append("%s &%s" % (kind, name))
    p.args.append("@P" + name)
    add(p, Array(name, 2, shared=True, pointer=False))


@ingredient(TWO, "member of two dimensions", lambda p: p.member() and p.place
            not in ("constructor", "destructor", "const member"), 3)
def member_rows(p):
    name = p.name("v")
    p.fields.append("@T %s[40][40];" % name)
    p.fill_and_show("&object.%s[0][0]" % name, 1600)
    add(p, Array(name, 2, shared=True))


WRITABLE = []
ingredient(WRITABLE, "one more to write")(one_to_write)
