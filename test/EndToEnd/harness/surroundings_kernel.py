# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small kernels over the views of a program. Values stay small: numbers are
halved, integers are reduced."""

from surroundings_parts import ingredient

FORMS = []


class Kernel:
    def __init__(self, p):
        self.p = p
        views = p.views
        if p.rank == 2:
            views = [v for v in views if v.rank == 2] or views
        self.views = views
        self.rank = 2 if any(v.rank == 2 for v in views) else 1
        self.views = [v for v in views if v.rank == self.rank]
        written = [v for v in self.views if v.writable]
        self.written = p.pick(written) if written else None
        self.target = p.target
        self.most = 3
        self.iterator = p.pick(["int", "int", "int", "long", "size_t"])
        if p.bound_type in ("unsigned", "size_t") or p.modulus == 23:
            self.iterator = "int"
        self.call = None

    def at(self, view, offset, subscript="i"):
        text = subscript + (" + %d" % offset if offset > 0 else
                            " - %d" % -offset if offset < 0 else "")
        if self.rank == 2:
            return "%s[%s][%s]" % (view.expr, text, self.p.pick(
                ["j", "j", "j + 1", "j + 2"]))
        return "%s[%s]" % (view.expr, text)

    def write(self, offset=None, subscript="i"):
        return self.at(self.written, self.p.pick([0, 0, 1, 2])
                       if offset is None else offset, subscript)

    def read(self, subscript="i"):
        views = self.views
        if self.written and self.p.chance(0.45):
            views = [v for v in views if v.array is self.written.array]
        view = self.p.pick(views)
        text = self.at(view, self.p.pick([0, 0, 0, 1, 2, -1]), subscript)
        if self.call:
            return "%s(%s)" % (self.call, text)
        return text

    def value(self, *texts):
        """A small number of those."""
        texts = list(texts)
        c = self.p.coefficient
        if c and self.p.chance(0.75):
            texts.append(c)
        if self.p.type == "int":
            weights = ["", "2 * ", "3 * ", "-"]
            text = " + ".join(self.p.pick(weights) + t for t in texts)
            return "(%s + %d) %% %d" % (text, self.p.random.randint(0, 9),
                                        self.p.modulus)
        signs = self.p.pick([" + ", " - "])
        text = signs.join(texts)
        half = "0.5" if len(texts) < 3 else "0.25"
        if self.p.type == "float":
            half += "f"
        return "%s * (%s) + 1" % (half, text)

    def loop(self, *body):
        p = self.p
        low, end = "1", p.bound
        if p.chance(0.2):
            end = "%s / 2" % end
        lines = self.heads("i", low, end)
        if self.rank == 2:
            inner = self.heads("j", p.pick(["0", "0", "1"]),
                               p.inner_bound or p.bound)
            return lines + ["  " + line for line in inner + [
                "  " + b for b in body] + ["}"]] + ["}"]
        return lines + ["  " + line for line in body] + ["}"]

    def heads(self, name, low, end):
        p = self.p
        declared = "" if p.year == 1989 else self.iterator + " "
        if p.chance(0.12) and self.iterator != "size_t" and (
                p.bound_type not in ("unsigned", "size_t")):
            return ["for (%s%s = %s - 1; %s >= %s; %s--) {" % (
                declared, name, end, name, low, name)]
        step = p.pick(["%s++"] * 5 + ["%s += 2"]) % name
        return ["for (%s%s = %s; %s < %s; %s) {" % (
            declared, name, low, name, end, step)]


def kernel(p):
    k = Kernel(p)
    if p.year == 1989:
        p.begin.insert(0, "int i, j; (void)i; (void)j;")
    if p.chance(0.12):
        function(p, k)
    entries = [e for e in FORMS for _ in range(e.weight)
               if e.when is None or e.when(k)]
    entry = p.pick(entries)
    p.note("kernel: " + entry.name)
    lines = entry.function(k)
    tight(p)
    return lines


def tight(p):
    """Memory of just the elements that may be accessed."""
    for a in p.arrays:
        if not a.tight:
            continue
        extent = "(n == 0 ? %d : n + %d)" % (p.slack + 2 if p.slack else 0,
                                             p.slack + 2)
        memory = a.tight
        p.setup.append("@@%s = %s ? (@T *)malloc(%s * sizeof(@T)) : 0;" % (
            memory, extent, extent))
        p.setup.append("@@if (%s) fill_@T(%s, %s, 4);" % (memory, memory,
                                                          extent))
        p.shows.append('show_@T("tight", %s, %s);' % (memory, extent))
        p.cleanup.append("free(%s);" % memory)


def function(p, k):
    """A small function that the kernel calls."""
    name = "@P" + p.name("of")
    body = "return (x + 1) / 2;"
    kind = p.pick(["", "pure", "reads", "reads", "counts"])
    attribute = ""
    if kind == "pure":
        attribute = p.pick(["__attribute__((const)) ", "__inline "])
    readable = [a for a in p.arrays if a.memory and not a.restrict
                and a.rank == 1 and not a.hidden and not a.memory.startswith(
                    ("object", "memory")) and "data()" not in a.memory]
    if kind == "reads" and readable:
        a = p.pick(readable)
        watched = "@P" + p.name("watched")
        p.top.append("static @T *%s;" % watched)
        p.setup.append("@@%s = %s;" % (watched, a.memory))
        body = "return (x + %s[3]) / 2;" % watched
    elif kind == "counts":
        counter = "@P" + p.name("counter")
        p.top.append("static int %s;" % counter)
        p.shows.append("note(%s);" % counter)
        body = "%s++; %s" % (counter, body)
    p.note("call in the kernel: " + (kind or "plain"))
    p.top.append("%sstatic @T %s(@T x) { %s }" % (attribute, name, body))
    k.call = name


def writes(k):
    return k.written is not None


def has_target(k):
    return k.target is not None


def one(k):
    return k.rank == 1 and writes(k)


@ingredient(FORMS, "map", writes, 5)
def map_(k):
    return k.loop("%s = %s;" % (k.write(), k.value(k.read(), k.read())))


@ingredient(FORMS, "update", writes, 2)
def update(k):
    place = k.write(0) if k.rank == 1 else k.write(0).split("[j")[0] + "[j]"
    return k.loop("%s = %s;" % (place, k.value(place, k.read())))


@ingredient(FORMS, "carried", one, 2)
def carried(k):
    return k.loop("%s = %s;" % (k.write(1), k.value(k.at(k.written, 0),
                                                    k.read())))


@ingredient(FORMS, "sum", has_target, 6)
def sum_(k):
    return k.loop("%s = %s;" % (k.target, k.value(k.target, k.read())))


@ingredient(FORMS, "sum with +=", lambda k: has_target(k) and k.p.type != "int",
            4)
def plus(k):
    return k.loop("%s += %s;" % (k.target, k.value(k.read())))


@ingredient(FORMS, "sum, then map", lambda k: has_target(k) and writes(k), 5)
def sum_map(k):
    return sum_(k) + k.loop("%s = %s;" % (k.write(), k.value(k.read(),
                                                             k.target)))


@ingredient(FORMS, "map and sum", lambda k: has_target(k) and writes(k), 5)
def map_sum(k):
    place = k.write()
    return k.loop("%s = %s;" % (place, k.value(k.read(), k.read())),
                  "%s = %s;" % (k.target, k.value(k.target, place)))


@ingredient(FORMS, "last value", has_target, 3)
def last(k):
    return k.loop("%s = %s;" % (k.target, k.value(k.read())))


@ingredient(FORMS, "reversed", lambda k: one(k) and k.p.bound_type not in (
    "unsigned", "size_t"), 2)
def reversed_(k):
    return ["for (%si = 0; i < %s; i++)" % (
        "" if k.p.year == 1989 else "int ", k.p.bound),
        "  %s = %s;" % (k.write(0, "%s - 1 - i" % k.p.bound),
                        k.value(k.at(k.p.pick(k.views), 0)))]


@ingredient(FORMS, "under a condition", lambda k: writes(k) and not any(
    a.lies or a.tight for a in k.p.arrays), 2)
def conditional(k):
    return k.loop("if (%s > 2)" % k.read(), "  %s = %s;" % (
        k.write(), k.value(k.read())))


@ingredient(FORMS, "two maps", writes, 4)
def two_maps(k):
    lines = map_(k)
    k.written = k.p.pick([v for v in k.views if v.writable])
    return lines + map_(k)


@ingredient(FORMS, "several times", one, 2)
def several(k):
    lines = ["for (%s = 0; %s < 3; %s++) {" % (
        "j" if k.p.year == 1989 else "int j", "j", "j")]
    return lines + ["  " + line for line in map_(k)] + ["}"]
