# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who sees a variable of the function after the region, and what the region is
inside of."""

import platform

from surroundings_parts import cxx, cxx17, ingredient

WATCHES, WRAPPERS, ENDS = [], [], []


def returns(p, *_):
    return p.result is None and p.place not in ("constructor", "destructor")


def declared(p, local):
    return bool(local.declaration)


@ingredient(WATCHES, "seen: printed", weight=3)
def printed(p, local):
    p.after.append("note((double)%s);" % local.seen())


@ingredient(WATCHES, "seen: returned", returns, 3)
def returned(p, local):
    p.result = (p.pick(["@T", "double"]), local.seen())


@ingredient(WATCHES, "seen: returned in a structure", returns, 2)
def returned_structure(p, local):
    tag, name = "@P" + p.name("Result"), p.name("result")
    p.top.append("struct %s { @T x; int k; };" % tag)
    p.after.append("struct %s %s; %s.x = %s; %s.k = 1;" % (
        tag, name, name, local.seen(), name))
    p.result = ("struct " + tag, name)


def keeper(p):
    name = "@P" + p.name("kept")
    p.top.append("static @T *%s;" % name)
    return name


def reader(p, kept, local):
    name = "@P" + p.name("tell")
    p.top.append("NOINLINE static void %s(void) { note((double)%s[%d]); }" % (
        name, kept, local.index))
    return name


@ingredient(WATCHES, "seen: through a global", weight=2)
def through_global(p, local):
    kept = keeper(p)
    tell = reader(p, kept, local)
    p.before.append("%s = %s;" % (kept, local.pointer))
    p.after.append(tell + "();")


@ingredient(WATCHES, "seen: given to a function before", weight=2)
def given(p, local):
    kept, name = keeper(p), "@P" + p.name("keep")
    tell = reader(p, kept, local)
    p.top.append("NOINLINE static void %s(@T *p) { %s = p; }" % (name, kept))
    p.before.append("%s(%s);" % (name, local.pointer))
    p.after.append(tell + "();")


@ingredient(WATCHES, "seen: through a pointer", weight=2)
def through_pointer(p, local):
    name = p.name("look")
    p.before.append("@T *%s = %s;" % (name, local.pointer))
    p.after.append("note((double)%s[%d]);" % (name, local.index))


@ingredient(WATCHES, "seen: cleanup", declared, 5)
def cleanup(p, local):
    name = "@P" + p.name("clean")
    p.top.append("static void %s(void *p) { note((double)*(@T *)p); }" % name)
    p.attributes.setdefault(local.declaration, []).append(
        "__attribute__((cleanup(%s)))" % name)


@ingredient(WATCHES, "seen: cleanup of a pointer", weight=3)
def pointer_cleanup(p, local):
    name, pointer = "@P" + p.name("clean"), p.name("look")
    p.top.append("static void %s(@T **p) { note((double)(*p)[%d]); }" % (
        name, local.index))
    p.before.append("@T *%s __attribute__((cleanup(%s))) = %s;" % (
        pointer, name, local.pointer))


@ingredient(WATCHES, "seen: cleanup of a structure", weight=2)
def structure_cleanup(p, local):
    tag, clean = "@P" + p.name("H"), "@P" + p.name("clean")
    name = p.name("hold")
    p.top.append("struct %s { int k; @T *p; }; static void %s(struct %s *h) "
                 "{ note((double)h->p[%d]); }" % (tag, clean, tag, local.index))
    p.before.append("struct %s %s __attribute__((cleanup(%s))) = {0, %s};" % (
        tag, name, clean, local.pointer))


@ingredient(WATCHES, "seen: a thread that is joined after",
            lambda p, l: not p.unwinds(), 1)
def thread(p, local):
    name, start = p.name("thread"), "@P" + p.name("start")
    if p.cxx:
        p.after.append("{ @T *seen = %s; std::thread %s([=] { note((double)"
                       "seen[%d]); }); %s.join(); }" % (
                           local.pointer, name, local.index, name))
        return
    p.top.append("static void *%s(void *p) { note((double)((@T *)p)[%d]); "
                 "return 0; }" % (start, local.index))
    p.after.append("{ pthread_t %s; pthread_create(&%s, 0, %s, (void *)(%s)); "
                   "pthread_join(%s, 0); }" % (name, name, start, local.pointer,
                                               name))


@ingredient(WATCHES, "seen: at exit", lambda p, l: l.static, 6)
def at_exit(p, local):
    kept = keeper(p)
    tell = reader(p, kept, local)
    p.before.append("if (!%s) { %s = %s; atexit(%s); }" % (
        kept, kept, local.pointer, tell))


@ingredient(WATCHES, "seen: next call of a static", lambda p, l: l.static, 12)
def next_call(p, local):
    p.before.append("note((double)%s);" % local.seen())


@ingredient(WATCHES, "seen: from a nested block", weight=1)
def nested(p, local):
    name = p.name("inner")
    p.after.append("{ @T %s = %s; if (%s != 0) { note((double)%s); } }" % (
        name, local.seen(), name, name))


@ingredient(WATCHES, "seen: deferred by a loop", weight=2)
def deferred(p, local):
    """A for statement whose step is executed after its body, the region."""
    name = p.name("once")
    p.opens.append("{ int %s; for (%s = 0; %s < 1; %s++, note((double)%s)) {"
                   % (name, name, name, name, local.seen()))
    p.closes.insert(0, "} }")


@ingredient(WATCHES, "seen: goto back", weight=2)
def back(p, local):
    name, tries = p.name("again"), p.name("tries")
    p.opens.append("{ int %s = 0; %s: ; note((double)%s); {" % (
        tries, name, local.seen()))
    p.closes.insert(0, "} if (%s++ < 2) goto %s; }" % (tries, name))


@ingredient(WATCHES, "seen: next iteration", weight=3)
def iteration(p, local):
    name = p.name("t")
    p.opens.append("{ int %s; for (%s = 0; %s < 3; %s++) { note((double)%s);"
                   % (name, name, name, name, local.seen()))
    p.closes.insert(0, "} }")


@ingredient(WATCHES, "seen: condition of a loop", weight=2)
def while_condition(p, local):
    name = p.name("t")
    p.opens.append("{ int %s = 0; do {" % name)
    p.closes.insert(0, "} while (++%s < 3 && %s > -2); note(%s); }" % (
        name, local.seen(), name))


@ingredient(WATCHES, "seen: value of a statement expression", weight=2)
def statement_expression(p, local):
    p.opens.append("note((double)({")
    p.closes.insert(0, "%s; }));" % local.seen())


@ingredient(WATCHES, "seen: early return after", lambda p, l: not p.unwinds(),
            2)
def early(p, local):
    p.after.append("if (%s > 3) { note(7); @Q }" % local.seen())


# Of C++.


def guard(p, local, member, init, destructor, tail="", head=""):
    tag, name = "@P" + p.name("Guard"), p.name("guard")
    p.top.append("%sstruct %s { %s; ~%s() { %s } };%s" % (
        head, tag, member, tag, destructor, tail.replace("TAG", tag)))
    return tag, name


@ingredient(WATCHES, "seen: destructor of a guard with a pointer", cxx, 3)
def guard_pointer(p, local):
    tag, name = guard(p, local, "@T *p", None,
                      "note((double)p[%d]);" % local.index)
    p.before.append("%s %s{%s};" % (tag, name, local.pointer))


@ingredient(WATCHES, "seen: destructor of a guard with a reference", cxx, 3)
def guard_reference(p, local):
    tag, name = guard(p, local, "@T &r", None, "note((double)r);")
    p.before.append("%s %s{%s};" % (tag, name, local.seen()))


@ingredient(WATCHES, "seen: destructor of a base", cxx)
def guard_base(p, local):
    tag = "@P" + p.name("Guard")
    p.top.append("struct %s { @T *p; %s(@T *x) : p(x) {} ~%s() { note((double)"
                 "p[%d]); } }; struct %sDerived : %s { using %s::%s; };" % (
                     tag, tag, tag, local.index, tag, tag, tag, tag))
    p.before.append("%sDerived %s(%s);" % (tag, p.name("guard"), local.pointer))


@ingredient(WATCHES, "seen: destructor of a member", cxx)
def guard_member(p, local):
    tag, name = guard(p, local, "@T *p", None, "note((double)p[%d]);"
                      % local.index, " struct TAGHolder { int k; TAG inner; };")
    p.before.append("%sHolder %s{1, {%s}};" % (tag, name, local.pointer))


@ingredient(WATCHES, "seen: destructors of an array of guards", cxx)
def guards(p, local):
    tag, name = guard(p, local, "@T *p", None, "note((double)p[%d]);"
                      % local.index)
    p.before.append("%s %s[2] = {{%s}, {%s}};" % (tag, name, local.pointer,
                                                  local.pointer))


@ingredient(WATCHES, "seen: destructor of a temporary bound to a reference",
            cxx)
def temporary(p, local):
    tag, name = guard(p, local, "@T *p", None, "note((double)p[%d]);"
                      % local.index)
    p.before.append("const %s &%s = %s{%s}; (void)%s;" % (
        tag, name, tag, local.pointer, name))


@ingredient(WATCHES, "seen: virtual destructor", cxx)
def virtual(p, local):
    tag = "@P" + p.name("Guard")
    p.top.append("struct %s { virtual ~%s() {} }; struct %sReal : %s { @T *p; "
                 "%sReal(@T *x) : p(x) {} ~%sReal() { note((double)p[%d]); } };"
                 % (tag, tag, tag, tag, tag, tag, local.index))
    p.before.append("std::unique_ptr<%s> %s(new %sReal(%s));" % (
        tag, p.name("guard"), tag, local.pointer))


@ingredient(WATCHES, "seen: deleter of a unique_ptr", cxx, 2)
def deleter(p, local):
    name = "@P" + p.name("Deleter")
    p.top.append("struct %s { void operator()(@T *p) const { note((double)"
                 "p[%d]); } };" % (name, local.index))
    p.before.append("std::unique_ptr<@T, %s> %s(%s);" % (
        name, p.name("guard"), local.pointer))


@ingredient(WATCHES, "seen: deleter of a shared_ptr", cxx)
def shared_deleter(p, local):
    p.before.append("std::shared_ptr<@T> %s(%s, [](@T *p) { note((double)"
                    "p[%d]); });" % (p.name("guard"), local.pointer,
                                     local.index))


@ingredient(WATCHES, "seen: scope guard", cxx, 3)
def scope_guard(p, local):
    tag, name = "@P" + p.name("Scope"), p.name("at_end")
    p.top.append("template <class F> struct %s { F f; ~%s() { f(); } };" % (
        tag, tag))
    p.before.append("auto %sf = [&] { note((double)%s); }; %s<decltype(%sf)> "
                    "%s{%sf};" % (name, local.seen(), tag, name, name, name))


@ingredient(WATCHES, "seen: lambda called after", cxx, 3)
def lambda_after(p, local):
    name = p.name("tell")
    kind = p.pick(["auto", "auto", "std::function<void()>"])
    p.before.append("%s %s = [&] { note((double)%s); };" % (kind, name,
                                                            local.seen()))
    p.after.append(name + "();")


@ingredient(WATCHES, "seen: next call of a lambda", cxx, 8)
def lambda_repeated(p, local):
    name = p.name("t")
    p.opens.append("{ int %s; for (%s = 0; %s < 2; %s++) { note((double)%s); "
                   "[&] {" % (name, name, name, name, local.seen()))
    p.closes.insert(0, "}(); } }")


@ingredient(WATCHES, "seen: address from assembler code",
            lambda p, l: platform.machine() == "x86_64", 3)
def from_assembler(p, local):
    name = p.name("look")
    p.before.append("@T *%s; __asm__ volatile(\"lea %%1, %%0\" : \"=r\"(%s) : "
                    "\"m\"(%s) : \"memory\");" % (name, name, local.seen()))
    p.after.append("__asm__ volatile(\"\" ::: \"memory\"); note((double)*%s);"
                   % name)


@ingredient(WATCHES, "seen: structured binding", cxx17, 2)
def bound(p, local):
    first, second = p.name("b"), p.name("b")
    p.before.append("auto [%s, %s] = std::tuple<@T &, int>(%s, 2); (void)%s;"
                    % (first, second, local.seen(), second))
    p.after.append("note((double)%s);" % first)


@ingredient(WATCHES, "seen: caught in the same function",
            lambda p, l: cxx(p) and not p.unwinds(), 3)
def caught(p, local):
    p.opens.append("try {")
    p.closes.insert(0, "throw 5; } catch (int) { note((double)%s); }"
                    % local.seen())


@ingredient(WATCHES, "seen: thread that a destructor joins", cxx)
def joined(p, local):
    """It waits for the region to be over."""
    tag, name = "@P" + p.name("Joined"), p.name("joined")
    p.top.append("struct %s { @T *p; ~%s() { @T *q = p; std::thread t([q] { "
                 "note((double)q[%d]); }); t.join(); } };" % (
                     tag, tag, local.index))
    p.before.append("%s %s{%s};" % (tag, name, local.pointer))


# What the region is inside of.


def wrap(p, start, end):
    p.opens.append(start)
    p.closes.insert(0, end)


@ingredient(WRAPPERS, "block")
def block(p):
    wrap(p, "{", "}")


@ingredient(WRAPPERS, "loop", weight=3)
def loop(p):
    name = p.name("t")
    wrap(p, "{ int %s; for (%s = 0; %s < 2; %s++) {" % (name, name, name, name),
         "} }")


@ingredient(WRAPPERS, "while")
def while_(p):
    name = p.name("t")
    wrap(p, "{ int %s = 2; while (%s-- > 0) {" % (name, name), "} }")


@ingredient(WRAPPERS, "switch", weight=3)
def switch(p):
    head = p.pick(["switch (n % 3) { case 0: case 2: {",
                   "switch (n > 1) { default: {",
                   "switch (n) { case 7: note(7); /* fall through */ "
                   "case 20: case 33: {"])
    wrap(p, head, "} break; case 99: note(3); }")


@ingredient(WRAPPERS, "goto")
def goto(p):
    name, tries = p.name("again"), p.name("tries")
    wrap(p, "{ int %s = 0; %s: ; {" % (tries, name),
         "} if (++%s < 2) goto %s; }" % (tries, name))


@ingredient(WRAPPERS, "setjmp", lambda p: p.result is None
            and not p.unwinds() and not p.cxx, 3)
def setjmp(p):
    """The second time, after a jump from before the region."""
    name, jump = "@P" + p.name("env"), "@P" + p.name("jump")
    p.top.append("static jmp_buf %s; NOINLINE static void %s(void) { longjmp("
                 "%s, 1); }" % (name, jump, name))
    wrap(p, "if (setjmp(%s) == 0) %s(); {" % (name, jump), "}")


@ingredient(WRAPPERS, "statement expression")
def statement(p):
    wrap(p, "note(({", "2; }));")


@ingredient(WRAPPERS, "lambda", cxx, 3)
def lambda_(p):
    name = p.name("inside")
    wrap(p, "auto %s = [&]() {" % name, "}; %s(); %s();" % (name, name))


@ingredient(WRAPPERS, "lambda called where it stands", cxx, 2)
def immediate(p):
    wrap(p, "[&](int given) { (void)given;", "}(n);")


@ingredient(WRAPPERS, "lambda with copies", lambda p: cxx(p)
            and "unique_ptr" not in p.used, 3)
def copies(p):
    name = p.name("inside")
    wrap(p, "auto %s = [=]() mutable {" % name, "}; %s(); %s();" % (name, name))


@ingredient(WRAPPERS, "std::function", cxx)
def function_object(p):
    name = p.name("inside")
    wrap(p, "std::function<void(int)> %s = [&](int times) { (void)times;"
         % name, "}; %s(1);" % name)


@ingredient(WRAPPERS, "try", cxx)
def try_(p):
    wrap(p, "try {", "} catch (...) { note(9); }")


@ingredient(WRAPPERS, "if and else")
def if_else(p):
    wrap(p, p.pick(["if (n == 1) note(1); else {",
                    "if (n != 7) {"]), "}")


@ingredient(ENDS, "throw")
def throw(p):
    p.after.append("if (n > 6) throw 4;")
