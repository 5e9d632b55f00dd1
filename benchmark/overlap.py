#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels of test/EndToEnd and of benchmark/small with the engine of examples/engine, whose speed
is such that transfers take as long as computing, with --order=sequential and
pipelined. Prints a table of the share of transfers that overlap with computing,
and of how many times as fast it is then, 2 at most; with --check=FILE, the lines
of it that FILE does not have, and then the exit status is 1. Loops are not
jammed, since full tiles alone would then be faster."""

import argparse
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import small  # noqa: E402
import transfers  # noqa: E402
import description  # noqa: E402

ENGINE = os.path.join(transfers.ROOT, "examples", "engine", "engine.h")
# Kernel, sizes, tile sizes, further options.
RUNS = [("gemm", [128, 128, 512], [32, 32, 32], []),
        ("syrk", [64, 2000], [32, 32, 32], []),
        ("convolution", [64, 2000, 5], [16, 32], ["--assume=k <= 8"]),
        ("blur", [2000, 64], [32, 32], []),
        ("jacobi-1d", [256, 4000], [16, 64], []),
        ("jacobi-2d", [16, 600], [4, 32, 32], []),
        ("fdtd-2d", [8, 200, 200], [2, 32, 32], [])]
# Kernel, tile sizes.
SMALL_RUNS = [("conv3acc", [32, 32]), ("fir", [32]), ("sobel", [32, 32])]


def built(o, work, kernel, order, options, text_of):
    """The program of the kernel, of which text_of(file) is the text."""
    source, main, binary = (os.path.join(work, f) for f in
                            ("rewritten.c", "main.c", order))
    subprocess.run([o.stevedore, "--order=" + order, "--registers=off"] + options +
                   [kernel.path, "-o", source, "--", "-std=c99"], check=True,
                   stderr=subprocess.DEVNULL)
    with open(main, "w") as out:
        out.write('#include "%s"\n%s' % (ENGINE, text_of(source)))
    subprocess.run([o.clang, "-std=c99", "-O1", "-w", main, "-o", binary, "-lm",
                    "-fsanitize-coverage=func,trace-loads,trace-stores"],
                   check=True)
    return binary


def run(binary, bytes_per_cycle):
    """(cycles, of them computing, bytes, share of transfers in per cent)"""
    done = subprocess.run(
        [binary], check=True, stderr=subprocess.PIPE, text=True,
        env=dict(os.environ, ENGINE_BYTES_PER_CYCLE=repr(bytes_per_cycle)))
    found = re.findall(r"[0-9.]+", done.stderr)
    return int(found[0]), int(found[1]), int(found[2]), float(found[5])


def row(o, work, kernel, sizes, tiles, options, text_of):
    one, other = (built(o, work, kernel, order, options, text_of)
                  for order in ("sequential", "pipelined"))
    _, computed, moved, _ = run(one, 1.0)
    balance = moved / computed
    cycles, share = run(one, balance)[0], run(other, balance)
    return "| %s | %s | %s | %.0f %% | %.2f |" % (
        kernel.name, " x ".join(map(str, sizes)), " x ".join(map(str, tiles)),
        share[3], cycles / share[0])


def rows(o, work):
    def wanted(runs):
        return [run for run in runs if not o.kernels or run[0] in o.kernels]

    for name, sizes, tiles, options in wanted(RUNS):
        kernel = description.Kernel(os.path.join(transfers.INPUTS, name + ".c"))
        yield row(o, work, kernel, sizes, tiles, options,
                  lambda source: transfers.program(kernel, source, sizes, tiles,
                                                   "", ""))
    for name, tiles in wanted(SMALL_RUNS):
        kernel = small.Kernel(os.path.join(small.SMALL, name + ".c"))
        yield row(o, work, kernel, kernel.arrays[-1].extents, tiles,
                  ["--profitable=off", "--tile=" + ",".join(map(str, tiles))],
                  lambda source: '#include "%s"\n%sint main(void) {\n  %s%s\n}\n'
                  % (source, kernel.definitions("_1"), kernel.name,
                     kernel.call("_1")))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels", nargs="*", help="by name; else all")
    parser.add_argument("--stevedore", default="stevedore")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--check", metavar="FILE")
    o = parser.parse_args()
    lines = ["| kernel | sizes | tiles | overlaps | times as fast |",
             "| --- | --- | --- | ---: | ---: |"]
    with tempfile.TemporaryDirectory() as work:
        lines += rows(o, work)
    return transfers.report(lines, o.check)


if __name__ == "__main__":
    sys.exit(main())
