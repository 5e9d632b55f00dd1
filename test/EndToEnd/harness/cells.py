#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the cells of each array of kernels with the largest number of elements
that are live together, at LARGE sizes and one tile size, in each reuse mode: no
more than --most times as many. Exit status 0 when that holds."""

import argparse
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

sys.dont_write_bytecode = True
import description  # noqa: E402
import tiles  # noqa: E402


def evaluate(o, kernel, mode):
    """What --evaluate says of the arrays of the first region."""
    def ask(question):
        return subprocess.run(
            [o.stevedore, question, "--reuse=" + mode] + o.option
            + [kernel.path, "--", "-std=c99"] + kernel.large_definitions,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(count):
        values = ["%s=%d" % p for p in zip(kernel.sizes, kernel.large)]
        values += ["T%d=%d" % (k + 1, o.tile) for k in range(count)]
        return ask("--evaluate=" + ",".join(values))
    done = tiles.sized(run, tiles.count(ask("--print=schedule").stdout))
    return json.loads(done.stdout)["regions"][0]["arrays"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stevedore", required=True)
    parser.add_argument("--tile", type=int, default=32)
    parser.add_argument("--modes", default="none,strip,nest")
    parser.add_argument("--most", type=float, default=2)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("kernel", nargs="+")
    o = parser.parse_args()
    too_many = False
    for path in o.kernel:
        kernel = description.Kernel(path)
        for mode in o.modes.split(","):
            for a in evaluate(o, kernel, mode):
                if a["cells"] > o.most * a.get("bound", a["cells"]):
                    too_many = True
                    print("%s %s: %s takes %d cells, %d elements are live"
                          % (kernel.name, mode, a["name"], a["cells"],
                             a["bound"]))
    return too_many


if __name__ == "__main__":
    sys.exit(main())
