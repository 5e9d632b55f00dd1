#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts what five kernels of test/EndToEnd transfer in each mode of
--transfers, by running them: calls of the macros for transfers, each of which
an engine would be told of, the bytes of loads and of stores, and the bytes of
local memory. Prints a table for docs/performance.md; with --check=FILE, the
lines of the table that FILE does not have, and then the exit status is 1."""

import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INPUTS = os.path.join(ROOT, "test", "EndToEnd", "Inputs")
sys.path.insert(0, os.path.join(ROOT, "test", "EndToEnd", "harness"))

sys.dont_write_bytecode = True
import description  # noqa: E402

# Kernel, sizes, tile sizes.
RUNS = [("gemm", [200, 220, 240], [32, 32, 32]),
        ("convolution", [256, 256, 7], [32, 32, 7, 7]),
        ("doitgen", [20, 30, 40], [8, 8, 32, 32]),
        ("jacobi-1d", [100, 2000], [16, 64]),
        ("jacobi-2d", [20, 200], [4, 32, 32])]
MODES = ["exact", "hull", "box"]

COUNTERS = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static long calls, loaded, stored, held, most;
static void copy(char *to, size_t to_pitch, size_t to_plane, const char *from,
                 size_t from_pitch, size_t from_plane, size_t bytes, long rows,
                 long planes, long *moved) {
  calls++;
  *moved += (long)bytes * rows * planes;
  for (long p = 0; p < planes; p++)
    for (long r = 0; r < rows; r++)
      memcpy(to + p * to_plane + r * to_pitch,
             from + p * from_plane + r * from_pitch, bytes);
}
#define STEVEDORE_GET(l, r, b) \\
  copy((char *)(l), 0, 0, (const char *)(r), 0, 0, b, 1, 1, &loaded)
#define STEVEDORE_PUT(r, l, b) \\
  copy((char *)(r), 0, 0, (const char *)(l), 0, 0, b, 1, 1, &stored)
#define STEVEDORE_GET_2D(l, lp, r, rp, b, n) \\
  copy((char *)(l), lp, 0, (const char *)(r), rp, 0, b, n, 1, &loaded)
#define STEVEDORE_PUT_2D(r, rp, l, lp, b, n) \\
  copy((char *)(r), rp, 0, (const char *)(l), lp, 0, b, n, 1, &stored)
#define STEVEDORE_GET_3D(l, lp, ll, r, rp, rr, b, n, m) \\
  copy((char *)(l), lp, ll, (const char *)(r), rp, rr, b, n, m, &loaded)
#define STEVEDORE_PUT_3D(r, rp, rr, l, lp, ll, b, n, m) \\
  copy((char *)(r), rp, rr, (const char *)(l), lp, ll, b, n, m, &stored)
static void *allocate(size_t bytes) {
  held += (long)bytes;
  if (held > most)
    most = held;
  return malloc(bytes);
}
#define STEVEDORE_ALLOC(bytes) allocate(bytes)
#define STEVEDORE_FREE(pointer) free(pointer)
"""


def program(kernel, source, sizes, tiles, before, after):
    """A call of the kernel in the file, behind the text \p before, and then the
    statement \p after."""
    lines = [before]
    lines += ["#define STEVEDORE_T%d %d" % (k + 1, t)
              for k, t in enumerate(tiles)]
    lines += ['#include "%s"' % source,
              "static size_t stv_size(long n) { return (size_t)n; }",
              "int main(void) {"]
    lines += ["  int %s = %d;" % pair for pair in zip(kernel.sizes, sizes)]
    for block in kernel.arrays():
        lines.append("  %s = calloc(%s, sizeof(%s));" % (
            block.pointer(), block.count(), block.type))
    lines += ["  %s;" % kernel.call,
              "  " + after, "  return 0;", "}"]
    return "\n".join(lines) + "\n"


def measured(o, work, name, sizes, tiles, mode):
    kernel = description.Kernel(os.path.join(INPUTS, name + ".c"))
    source = os.path.join(work, "%s-%s.c" % (name, mode))
    subprocess.run([o.stevedore, "--transfers=" + mode, kernel.path, "-o",
                    source, "--", "-std=c99"], check=True,
                   stderr=subprocess.DEVNULL)
    main, binary = os.path.join(work, "main.c"), os.path.join(work, "main")
    with open(main, "w") as out:
        out.write(program(
            kernel, source, sizes, tiles, COUNTERS,
            'printf("%ld %ld %ld %ld\\n", calls, loaded, stored, most);'))
    subprocess.run([o.compiler, "-std=c99", "-O1", "-w", main, "-o", binary,
                    "-lm"], check=True)
    done = subprocess.run([binary], check=True, stdout=subprocess.PIPE,
                          text=True)
    return [int(word) for word in done.stdout.split()]


def table(o):
    yield ("| kernel | sizes | tiles | `--transfers=` | transfers | loaded | "
           "stored | local |")
    yield "| --- | --- | --- | --- | ---: | ---: | ---: | ---: |"
    with tempfile.TemporaryDirectory() as work:
        for name, sizes, tiles in RUNS:
            if o.kernels and name not in o.kernels:
                continue
            for mode in MODES:
                numbers = measured(o, work, name, sizes, tiles, mode)
                yield "| %s | %s | %s | `%s` | %s |" % (
                    name, " x ".join(map(str, sizes)),
                    " x ".join(map(str, tiles)), mode,
                    " | ".join("{:,}".format(n) for n in numbers))


def report(lines, path):
    """Prints the lines, with a path those that the file does not have; the exit
    status, 1 where there are such lines."""
    if path:
        with open(path) as text:
            known = set(text.read().splitlines())
        lines = [line for line in lines if line not in known]
    print("\n".join(lines))
    return 1 if path and lines else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stevedore", default="stevedore")
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--check", metavar="FILE")
    parser.add_argument("kernels", nargs="*", help="some of them")
    o = parser.parse_args()
    return report(list(table(o)), o.check)


if __name__ == "__main__":
    sys.exit(main())
