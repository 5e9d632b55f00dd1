"""Distributed arrays against enumeration: for small sizes and numbers of processors,
the elements that the loops of `--print=communication --emit=c` pack for each pair are
those that a simulation finds, each once; and the program, executed by processes with
memories of their own that only have what they own, computes what the original does."""

import argparse
import itertools
import os
import re
import subprocess
import sys

MODULUS = 10007
POISON = -123456789

HARNESS = r"""
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define STEVEDORE_TYPE long
static int links[16][16][2];
static long me;
static void send_to(long rank, const void *data, long bytes)
{
  if (write(links[me][rank][1], data, bytes) != bytes)
    _exit(3);
}
static void receive_from(long rank, void *data, long bytes)
{
  for (long got = 0, n; got < bytes; got += n)
    if ((n = read(links[rank][me][0], (char *)data + got, bytes - got)) <= 0)
      _exit(4);
}
#define STEVEDORE_SEND(rank, data, bytes) send_to(rank, data, bytes)
#define STEVEDORE_RECV(rank, data, bytes) receive_from(rank, data, bytes)
"""


class Kernel:
    """A program of which the text form, the statements in C, and the instances in their
    order, with what they access, are written down each by itself."""

    def __init__(self, name, text, arrays, statements, instances, values):
        self.name, self.text, self.arrays = name, text, arrays
        self.statements, self.instances, self.values = statements, instances, values
        self.turns = "mod 3" in text


def owner(kernel, at, sizes):
    """Processors are named by the first elements of their blocks."""
    if kernel.turns:
        return (at[0] % 3,)
    return tuple(i // b * b for i, b in zip(at, sizes))


def step(values):
    return (sum((3 + 2 * k) * v for k, v in enumerate(values)) + 1) % MODULUS


def jacobi(n, m):
    for t in range(m):
        for i in range(1, n - 1):
            yield (t, 0), "S0", (t, i), [("A", (i - 1,)), ("A", (i + 1,))], ("B", (i,))
        for i in range(1, n - 1):
            yield (t, 1), "S1", (t, i), [("B", (i,))], ("A", (i,))


def plane(n, m):
    for t in range(m):
        for i, j in itertools.product(range(1, n - 1), repeat=2):
            yield (t, 0), "S0", (t, i, j), [("A", (i, j - 1)), ("A", (i + 1, j)),
                                            ("A", (i - 1, j))], ("B", (i, j))
        for i, j in itertools.product(range(1, n - 1), repeat=2):
            yield (t, 1), "S1", (t, i, j), [("B", (i, j))], ("A", (i, j))


def product(n, m):
    for i, j in itertools.product(range(n), range(n)):
        yield (), "S", (i, j), [("y", (i,)), ("M", (i, j)), ("x", (j,))], ("y", (i,))


def shifted(n, m):
    for i in range(n - 3):
        yield (), "S", (i,), [("A", (i,)), ("A", (i + 1,))], ("B", (i + 3,))


def few(n, m):
    for i in range(n):
        yield (), "S", (i,), [("A", (i,))], ("A", (i,))


def either(n, k):
    for i in range(n):
        yield (), "S", (i,), [("A", (i,))], ("A", (i,))
    for i in range(k):
        yield (), "T", (i,), [("B", (i,))], ("B", (i,))


KERNELS = [
    Kernel("jacobi", """
context:    "[n, m] -> { : n >= 3 and m >= 1 }"
domain:     "[n, m] -> { S0[t, i] : 0 <= t < m and 1 <= i < n - 1; S1[t, i] : 0 <= t < m and 1 <= i < n - 1 }"
reads:      "[n, m] -> { S0[t, i] -> A[i + 1]; S0[t, i] -> A[i - 1]; S1[t, i] -> B[i] }"
mustWrites: "[n, m] -> { S0[t, i] -> B[i]; S1[t, i] -> A[i] }"
schedule:   "[n, m] -> { S0[t, i] -> [t, 0, i]; S1[t, i] -> [t, 1, i] }"
owners:     { A: "%s", B: "%s" }
phases:     2
""", {"A": 1, "B": 1}, [("S0(t, i)", "B[i] = STEP2(A[(i) - 1], A[(i) + 1])"),
                        ("S1(t, i)", "A[i] = STEP1(B[i])")], jacobi, [(11, 3), (8, 2), (3, 1)]),
    Kernel("plane", """
context:    "[n, m] -> { : n >= 3 and m >= 1 }"
domain:     "[n, m] -> { S0[t, i, j] : 0 <= t < m and 1 <= i, j < n - 1; S1[t, i, j] : 0 <= t < m and 1 <= i, j < n - 1 }"
reads:      "[n, m] -> { S0[t, i, j] -> A[i, j - 1]; S0[t, i, j] -> A[i + 1, j]; S0[t, i, j] -> A[i - 1, j]; S1[t, i, j] -> B[i, j] }"
mustWrites: "[n, m] -> { S0[t, i, j] -> B[i, j]; S1[t, i, j] -> A[i, j] }"
schedule:   "[n, m] -> { S0[t, i, j] -> [t, 0, i, j]; S1[t, i, j] -> [t, 1, i, j] }"
owners:     { A: "%s", B: "%s" }
phases:     2
""", {"A": 2, "B": 2},
           [("S0(t, i, j)", "B[i][j] = STEP3(A[i][(j) - 1], A[(i) + 1][j], A[(i) - 1][j])"),
            ("S1(t, i, j)", "A[i][j] = STEP1(B[i][j])")], plane, [(7, 2)]),
    Kernel("product", """
context:    "[n] -> { : n >= 1 }"
domain:     "[n] -> { S[i, j] : 0 <= i, j < n }"
reads:      "[n] -> { S[i, j] -> y[i]; S[i, j] -> M[i, j]; S[i, j] -> x[j] }"
mustWrites: "[n] -> { S[i, j] -> y[i] }"
schedule:   "[n] -> { S[i, j] -> [i, j] }"
owners:     { M: "%s, *", x: "%s", y: "%s" }
""", {"M": 2, "x": 1, "y": 1},
           [("S(i, j)", "y[i] = STEP3(y[i], M[i][j], x[j])")], product, [(7, 1), (4, 1)]),
    Kernel("shifted", """
context:    "[n] -> { : n >= 5 }"
domain:     "[n] -> { S[i] : 0 <= i < n - 3 }"
reads:      "[n] -> { S[i] -> A[i]; S[i] -> A[i + 1] }"
mustWrites: "[n] -> { S[i] -> B[i + 3] }"
schedule:   "[n] -> { S[i] -> [i] }"
owners:     { A: "%s", B: "%s" }
executes:   "[B1] -> { S[i] -> [p] : p <= i < p + B1 }"
""", {"A": 1, "B": 1}, [("S(i)", "B[(i) + 3] = STEP2(A[i], A[(i) + 1])")],
           shifted, [(11, 1), (6, 1)]),
]

KERNELS.append(Kernel("turns", KERNELS[0].text.replace(
    '{ A: "%s", B: "%s" }', '"{ A[i] -> [i mod 3]; B[i] -> [i mod 3] }"'), {"A": 1, "B": 1},
                      KERNELS[0].statements, jacobi, [(11, 2), (3, 1)]))
# The last processor is a minimum here, and a maximum there.
KERNELS.append(Kernel("few", """
context:    "[n] -> { : n >= 1 }"
domain:     "[n] -> { S[i] : 0 <= i < n }"
reads:      "[n] -> { S[i] -> A[i] }"
mustWrites: "[n] -> { S[i] -> A[i] }"
schedule:   "[n] -> { S[i] -> [i] }"
owners:     "{ A[i] -> [i mod 3] }"
""", {"A": 1}, [("S(i)", "A[i] = STEP1(A[i])")], few, [(1, 1), (2, 1), (7, 1)]))
KERNELS.append(Kernel("either", """
context:    "[n, k] -> { : n >= 1 and k >= 1 }"
domain:     "[n, k] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < k }"
reads:      "[n, k] -> { S[i] -> A[i]; T[i] -> B[i] }"
mustWrites: "[n, k] -> { S[i] -> A[i]; T[i] -> B[i] }"
schedule:   "[n, k] -> { S[i] -> [0, i]; T[i] -> [1, i] }"
owners:     { A: "%s", B: "%s" }
""", {"A": 1, "B": 1}, [("S(i)", "A[i] = STEP1(A[i])"), ("T(i)", "B[i] = STEP1(B[i])")],
                      either, [(9, 4), (9, 9)]))

# The kernel, the distribution of each coordinate: kind, the size as it is written, and
# sizes and numbers of processors to be tried.
CASES = [
    ("jacobi", [("block", "block", "B1", [(4, 3), (3, 4), (11, 1), (1, 11)])]),
    ("jacobi", [("cyclic", "cyclic(b)", "b", [(2, 3), (1, 2), (3, 2)])]),
    ("jacobi", [("cyclic", "cyclic(2)", "2", [(2, 3), (2, 2)])]),
    ("plane", [("block", "block", "B1", [(4, 2)]), ("block", "block", "B2", [(3, 3)])]),
    ("plane", [("block", "block(3)", "3", [(3, 3)]),
               ("cyclic", "cyclic", "1", [(1, 2), (1, 3)])]),
    ("product", [("block", "block", "B1", [(2, 4), (4, 2)])]),
    ("product", [("cyclic", "cyclic(b)", "b", [(2, 2), (1, 3)])]),
    ("shifted", [("block", "block", "B1", [(4, 3), (2, 6), (6, 2)])]),
    ("turns", [("turns", "map", "1", [(1, 3)])]),
    ("few", [("turns", "map", "1", [(1, 3)])]),
    ("either", [("block", "block(4)", "4", [(4, 3)])]),
]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    if done.returncode:
        sys.exit("%s: %d\n%s%s" % (" ".join(command), done.returncode, done.stdout,
                                   done.stderr))
    return done.stdout


def executes(kernel, instance, written, sizes):
    at = instance if kernel.name == "shifted" else written[1]
    return owner(kernel, at, sizes)


def simulate(kernel, values, sizes):
    """What each pair sends of each array before and after each phase."""
    before, after, phase, written = {}, {}, None, set()
    for at, _, instance, reads, writes in kernel.instances(*values):
        if at != phase:
            phase, written = at, set()
        here = executes(kernel, instance, writes, sizes)
        for array, element in reads:
            there = owner(kernel, element, sizes)
            if (array, element) not in written and there != here:
                before.setdefault((array, at, there, here), set()).add(element)
        there = owner(kernel, writes[1], sizes)
        if there != here:
            after.setdefault((writes[0], at, here, there), set()).add(writes[1])
        written.add(writes)
    return {"before": before, "after": after}


def initial(array, at, n):
    return (sum(i * (7 + 5 * k) for k, i in enumerate(at)) + ord(array)) % MODULUS


def sequential(kernel, values):
    n = values[0]
    memory = {(a, at): initial(a, at, n) for a, rank in kernel.arrays.items()
              for at in itertools.product(range(n), repeat=rank)}
    for _, _, _, reads, writes in kernel.instances(*values):
        memory[writes] = step([memory[r] for r in reads])
    return memory


def c_program(kernel, text, names, values, sizes, ranks):
    """Lists what is packed for each pair, then computes with processes."""
    n, dims = values[0], len(sizes)
    parameters = re.search(r"\[(.*?)\]", kernel.text).group(1).split(", ")
    arguments = [str(v) for _, v in zip(parameters, values)]
    given = [(b, s) for b, s in zip(names, sizes) if not b.isdigit()]
    arguments += [str(s) for _, s in given] + [str(r) for r in ranks]
    total = 1
    for r in ranks:
        total *= r
    program = HARNESS
    for array, rank in kernel.arrays.items():
        program += "static long %s%s;\n" % (array, "[%d]" % n * rank)
    for count in (1, 2, 3):
        letters = "abc"[:count]
        total_text = " + ".join("%d * (%s)" % (3 + 2 * k, x) for k, x in enumerate(letters))
        program += "#define STEP%d(%s) ((%s + 1) %% %d)\n" % (
            count, ", ".join(letters), total_text, MODULUS)
    for head, body in kernel.statements:
        program += "#define %s %s\n" % (head, body)
    program += text + "static long list[%d];\nint main(void)\n{\n  (void)list, (void)send_to, (void)receive_from;\n" % n ** 2
    for array, rank in kernel.arrays.items():
        index = "i" if rank == 1 else "i * %d + j" % n
        at = "[i]" if rank == 1 else "[i][j]"
        inner = "" if rank == 1 else " for (long j = 0; j < %d; j++)" % n
        program += "  for (long i = 0; i < %d; i++)%s %s%s = %s;\n" % (n, inner, array, at,
                                                                       index)
    phases = sorted({at for at, *_ in kernel.instances(*values)})
    blocks = [range(3)] if kernel.turns else [range(0, n, b) for b in sizes]
    for when, array in itertools.product(("before", "after"), kernel.arrays):
        if "stevedore_move_%s_%s(" % (array, when) not in text:
            continue
        for at in phases:
            for p, q in itertools.product(itertools.product(*blocks), repeat=2):
                if p == q:
                    continue
                program += ("  { long c = stevedore_move_%s_%s(1, list, %s); if (c) { "
                            "printf(\"%s %s %s %s %s:\"); for (long k = 0; k < c; k++) "
                            "printf(\" %%ld\", list[k]); printf(\"\\n\"); } }\n") % (
                                array, when,
                                ", ".join(arguments + [str(x) for x in at + p + q]), when,
                                array, "/".join(map(str, at)) or "-",
                                "/".join(map(str, p)), "/".join(map(str, q)))
    program += "  fflush(stdout);\n"
    program += ("  for (long a = 0; a < %d; a++) for (long b = 0; b < %d; b++) "
                "if (pipe(links[a][b])) return 5;\n" % (total, total))
    program += "  for (me = 0; me < %d; me++) if (!fork()) {\n" % total
    tail = ""
    for array, rank in kernel.arrays.items():
        subscripts = "ij"[:rank]
        at = "".join("[%s]" % s for s in subscripts)
        head = "".join("for (long %s = 0; %s < %d; %s++) " % (s, s, n, s) for s in subscripts)
        value = " + ".join("%s * %d" % (s, 7 + 5 * k) for k, s in enumerate(subscripts))
        owners = "i % 3" if kernel.turns else ", ".join(
            "%s / %d * %d" % (s, b, b) for s, b in zip(subscripts, sizes))
        mine = "stevedore_rank_of(%s, %s) == me" % (", ".join(arguments), owners)
        program += "    %s%s%s = %s ? (%s + %d) %% %d : %d;\n" % (
            head, array, at, mine, value, ord(array), MODULUS, POISON)
        tail += "    %sif (%s) printf(\"value %s %s: %%ld\\n\", %s, %s%s);\n" % (
            head, mine, array, "/".join(["%ld"] * rank), ", ".join(subscripts), array, at)
    program += "    stevedore_region(me, %s);\n%s    fflush(stdout); _exit(0);\n  }\n" % (
        ", ".join(arguments), tail)
    return program + ("  int bad = 0, status;\n  while (wait(&status) > 0) bad |= status;\n"
                      "  return bad != 0;\n}\n"), dims


def compare(kernel, output, values, sizes):
    n = values[0]
    expected, memory = simulate(kernel, values, sizes), sequential(kernel, values)
    found, seen, moved = {"before": {}, "after": {}}, {}, 0

    def numbers(text):
        return () if text == "-" else tuple(map(int, text.split("/")))
    for line in output.splitlines():
        head, rest = line.split(":")
        words = head.split()
        if words[0] == "value":
            seen[words[1], numbers(words[2])] = int(rest)
            continue
        when, array, at, p, q = words
        elements = [int(x) for x in rest.split()]
        if kernel.arrays[array] == 2:
            elements = [divmod(x, n) for x in elements]
        else:
            elements = [(x,) for x in elements]
        if len(set(elements)) != len(elements):
            sys.exit("%s: an element is packed twice: %s" % (kernel.name, line))
        found[when][array, numbers(at), numbers(p), numbers(q)] = set(elements)
        moved += len(elements)
    for when in found:
        if found[when] != expected[when]:
            sys.exit("%s with blocks of %s, %s: sent %s, expected %s" % (
                kernel.name, sizes, when, found[when], expected[when]))
    if seen != memory:
        wrong = [k for k in memory if seen.get(k) != memory[k]]
        sys.exit("%s with blocks of %s: wrong values of %s" % (kernel.name, sizes, wrong[:9]))
    return moved


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("opt", "gcc", "work"):
        parser.add_argument("--" + name, required=True)
    o = parser.parse_args()
    os.makedirs(o.work, exist_ok=True)
    text_file, c_file, binary = (os.path.join(o.work, x) for x in ("in.stv", "run.c", "run"))
    for name, axes in CASES:
        kernel = next(k for k in KERNELS if k.name == name)
        words = ", ".join(a[1] for a in axes)
        text = kernel.text % ((words,) * kernel.text.count("%s"))
        with open(text_file, "w", encoding="utf-8") as out:
            out.write(text)
        run(o.opt, "--print=communication", text_file)
        program = run(o.opt, "--print=communication", "--emit=c", text_file)
        tried = moved = 0
        for values in kernel.values:
            for chosen in itertools.product(*(a[3] for a in axes)):
                sizes, ranks = [c[0] for c in chosen], [c[1] for c in chosen]
                enough = all(a[0] != "block" or b * r >= values[0]
                             for a, b, r in zip(axes, sizes, ranks))
                if not enough:
                    continue
                source, _ = c_program(kernel, program, [a[2] for a in axes], values, sizes,
                                      ranks)
                with open(c_file, "w", encoding="utf-8") as out:
                    out.write(source)
                run(o.gcc, "-std=gnu99", "-O0", "-Wall", "-Werror", c_file, "-o", binary)
                moved += compare(kernel, run(binary), values, sizes)
                tried += 1
        print("%s, %s: %d runs, %d elements sent" % (name, words, tried, moved))


main()
