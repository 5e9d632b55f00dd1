#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites the kernels of benchmark/small, each a function of constant sizes, and
runs them beside their originals. Prints a table of the lines of the new loops
and of the source's, of transfers and of the rows of all arrays, a row being
counted once for each tile of a strip, and of bytes of local memory. Says what no
kernel may have: other results, loops over one tile, scalars in arrays, more than
two transfers a row; then, and with --check=FILE where FILE does not have the
lines of the table, the exit status is 1. The results are also those of tiles
that overlap, on the engine of examples/engine, whose copies end late."""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import transfers  # noqa: E402

SMALL = os.path.join(transfers.ROOT, "benchmark", "small")
# Tile sizes of kernels all of whose loops are short, or whose tiles would be
# the whole problem; 32 along each loop elsewhere.
TILES = {"dct8": "4,4,8,8,8", "sad": "4,4", "conv_ch": "16,16",
         "maxpool": "16,16", "corr": "16,16", "batchnorm": "8,16,16"}

COUNTERS = """
static long transfers;
#define STEVEDORE_GET(l, r, b) (transfers++, memcpy((void *)(l), (r), (b)))
#define STEVEDORE_PUT(r, l, b) (transfers++, memcpy((r), (void *)(l), (b)))
"""
ENGINE = """
#include "%s"
static long transfers;
""" % os.path.join(transfers.ROOT, "examples", "engine", "engine.h")
TYPES = {"float": 4, "int": 4, "short": 2, "unsigned char": 1}


class Array:
    def __init__(self, text):
        found = re.match(r"\s*(.*?)(\w+)\[(.*)\]$", text, re.S)
        self.type = found.group(1).replace("const ", "").strip()
        self.name = found.group(2)
        self.extents = [int(word.replace("restrict", ""))
                        for word in found.group(3).split("][")]

    def rows(self):
        rows = 1
        for extent in self.extents[:-1]:
            rows *= extent
        return rows

    def bytes(self):
        return TYPES[self.type] * self.rows() * self.extents[-1]


class Kernel:
    """A file with one function, whose parameters are arrays."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.splitext(os.path.basename(path))[0]
        with open(path) as text:
            self.text = text.read()
        signature = re.search(r"void %s\((.*?)\)" % self.name, self.text, re.S)
        self.arrays = [Array(word) for word in signature.group(1).split(",")]
        self.lines = lines_of(self.text, "#pragma scop", "#pragma endscop")
        self.tiles = TILES.get(self.name, "32,32,32")

    def definitions(self, suffix):
        return "".join("static %s %s%s%s;\n" % (
            a.type, a.name, suffix, "".join("[%d]" % e for e in a.extents))
            for a in self.arrays)

    def call(self, suffix):
        return "(%s);" % ", ".join(a.name + suffix for a in self.arrays)


def lines_of(text, first, last):
    return [line for line in text.split(first)[1].split(last)[0].splitlines()
            if line.strip()]


def rewrite(o, kernel, path, options=()):
    subprocess.run([o.stevedore, "--profitable=off", "--tile=" + kernel.tiles,
                    *options, kernel.path, "-o", path, "--", "-std=c99"],
                   check=True, stderr=subprocess.DEVNULL)
    with open(path) as text:
        return text.read()


def run(o, kernel, new, work, macros=COUNTERS):
    """The number of transfers; none where the results differ."""
    parts = ["#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n",
             macros, "#define %s original\n" % kernel.name, kernel.text,
             "#undef %s\n" % kernel.name, new, kernel.definitions("_1"),
             kernel.definitions("_2"), "int main(void) {\n"]
    for a in kernel.arrays:
        parts.append("  for (size_t i = 0; i < sizeof %s_1; i++)\n"
                     "    ((unsigned char *)%s_1)[i] = (i * 37 + i / 64 + 11) %% 60;\n"
                     "  memcpy(%s_2, %s_1, sizeof %s_1);\n" % ((a.name,) * 5))
    parts += ["  original", kernel.call("_1"), "\n  %s" % kernel.name,
              kernel.call("_2"), "\n"]
    parts += ["  if (memcmp(%s_1, %s_2, sizeof %s_1))\n    return 1;\n"
              % ((a.name,) * 3) for a in kernel.arrays]
    parts += ['  printf("%ld", transfers);\n  return 0;\n}\n']
    main, binary = os.path.join(work, "main.c"), os.path.join(work, "main")
    with open(main, "w") as out:
        out.write("".join(parts))
    subprocess.run([o.compiler, "-std=c99", "-O1", "-w", main, "-o", binary],
                   check=True)
    done = subprocess.run([binary], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    return int(done.stdout) if done.returncode == 0 else None


def row(o, kernel, work, mistakes):
    new = rewrite(o, kernel, os.path.join(work, "new.c"))
    loops = lines_of(new, "STEVEDORE_QUIET\n" + " ", "STEVEDORE_LOUD\n")
    tiles = [(int(last) - int(first) + int(step) - 1) // int(step)
             for first, last, step in re.findall(
                 r"for \(\w+ \w+T = (\d+); \w+ < (\d+); \w+ \+= (\d+)\)",
                 "\n".join(loops))]
    buffers = re.findall(r"STEVEDORE_LOCAL\((.*?), \w+, \[(.*)\]\)", new)
    local = 0
    for kind, extents in buffers:
        cells = 1
        for extent in extents.split("]["):
            cells *= int(extent)
        local += TYPES[kind] * cells
        if cells == 1:
            mistakes.append("%s: a scalar in a buffer" % kernel.name)
    count = run(o, kernel, new, work)
    rows = sum(a.rows() for a in kernel.arrays) * (tiles[-1] if tiles else 1)
    path = os.path.join(work, "overlapping.c")
    overlapping = rewrite(o, kernel, path, ["--order=pipelined"])
    if count is None or run(o, kernel, overlapping, work, ENGINE) is None:
        mistakes.append("%s: other results" % kernel.name)
    elif count > 2 * rows:
        mistakes.append("%s: %d transfers" % (kernel.name, count))
    if 1 in tiles or "STEVEDORE_ALLOC(" in "\n".join(loops):
        mistakes.append("%s: a loop over one tile" % kernel.name)
    factor = len(loops) / len(kernel.lines)
    return "| %s | %s | %d | %d | %.1f | %s | %s | %s |" % (
        kernel.name, kernel.tiles.replace(",", " x "), len(kernel.lines),
        len(loops), factor, "{:,}".format(count or 0), "{:,}".format(rows),
        "{:,}".format(local))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stevedore", default="stevedore")
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--check", metavar="FILE")
    parser.add_argument("kernels", nargs="*", help="some of them")
    o = parser.parse_args()
    lines = ["| kernel | tiles | source | new | times | transfers | rows | local |",
             "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    mistakes = []
    with tempfile.TemporaryDirectory() as work:
        for path in sorted(glob.glob(os.path.join(SMALL, "*.c"))):
            kernel = Kernel(path)
            if not o.kernels or kernel.name in o.kernels:
                lines.append(row(o, kernel, work, mistakes))
    status = transfers.report(lines, o.check)
    print("\n".join(mistakes), end="\n" if mistakes else "")
    return 1 if mistakes else status


if __name__ == "__main__":
    sys.exit(main())
