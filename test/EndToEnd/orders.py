#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the orders that hand-written scripts give the algorithms of PolyBench
with those that isl's scheduler chooses: an order moves no more elements, at
several problem and tile sizes, or it is the same. With --run, proves each
transformed kernel by running it in the modes of run.py. Exit status 0 when
everything holds."""

import argparse
import json
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "harness"))

sys.dont_write_bytecode = True
import description  # noqa: E402
import tiles  # noqa: E402

SCRIPTS = os.path.join(HERE, "Inputs", "scripts", "polybench")
# Whose partial tiles load hulls, so that `--evaluate` counts no loads.
HULLS = ["heat-3d"]
# The first size, from which each other one is 3 less, and the size of all tiles.
POINTS = [(20, 4), (9, 16), (33, 7)]


class Failure(Exception):
    pass


def shell(command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode or done.stderr.strip():
        raise Failure("%s\nexit status %d\n%s%s" % (
            " ".join(command), done.returncode, done.stdout[-3000:],
            done.stderr[-3000:]))
    return done.stdout


def answer(o, kernel, options):
    return shell([o.stevedore] + options
                 + [kernel.path, "--", "-std=c99"] + kernel.definitions)


def moved(o, kernel, order, point, count):
    """Loads and stores of all arrays, where there are so many tile sizes."""
    name = os.path.join(o.work, "answer.json")
    size, tile = point
    sizes = ["%s=%d" % (name, size - 3 * k)
             for k, name in enumerate(kernel.sizes)]

    def run(count):
        values = sizes + ["T%d=%d" % (k + 1, tile) for k in range(count)]
        return subprocess.run(
            [o.stevedore, order, "--evaluate=" + ",".join(values),
             "--answer=" + name, "-o", os.devnull, "--replay=off", kernel.path,
             "--", "-std=c99"] + kernel.definitions, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
    tiles.sized(run, count)
    with open(name) as text:
        regions = json.load(text)["regions"]
    arrays = [a for r in regions for a in r["arrays"]]
    if any(a["loads"] is None for a in arrays):
        raise Failure("the loads of partial tiles are not counted")
    return sum(a["loads"] + a["stores"] for a in arrays)


def compare(o, kernel, script):
    """What is to be said of the transfers."""
    orders = ["--schedule=isl", "--script=" + script]
    # How loops nest inside of tiles changes no transfer.
    schedules = [re.sub("points of band.*\n", "",
                        answer(o, kernel, [x, "--print=schedule"]))
                 for x in orders]
    if len(set(schedules)) == 1:
        return "the order of isl"
    texts = []
    for point in POINTS[:o.points]:
        theirs, ours = (moved(o, kernel, order, point, tiles.count(schedule))
                        for order, schedule in zip(orders, schedules))
        if ours > theirs:
            raise Failure("%d transfers, %d in the order of isl, at %d, tiles "
                          "of %d" % ((ours, theirs) + point))
        texts.append("%d of %d" % (ours, theirs))
    return "transfers " + ", ".join(texts)


def prove(o, kernel, script):
    shell([sys.executable, os.path.join(HERE, "run.py"), kernel.path,
           "--work=" + os.path.join(o.work, kernel.name),
           "--stevedore=" + o.stevedore, "--gcc=" + o.gcc,
           "--clang=" + o.clang,
           "--modes=" + o.modes, "--builds=" + o.builds,
           "--option=--script=" + script, "--option=--budget=300"]
          + ["--evaluations=0" if kernel.name in HULLS
             else "--bruteforce=" + o.bruteforce])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels", nargs="*", help="by name; else all")
    parser.add_argument("--stevedore", default="stevedore")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--bruteforce", default="stevedore-bruteforce")
    parser.add_argument("--work", required=True)
    parser.add_argument("--without", default="", metavar="NAME,...",
                        help="kernels to leave out")
    parser.add_argument("--points", type=int, default=len(POINTS),
                        help="sizes to compare the transfers at")
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--modes", default="strip,none,nest")
    parser.add_argument("--builds", default="gcc-sanitize,clang,gcc-default")
    o = parser.parse_args()
    o.work = os.path.abspath(o.work)
    os.makedirs(o.work, exist_ok=True)
    names = o.kernels or sorted(f[:-4] for f in os.listdir(SCRIPTS))
    names = [name for name in names if name not in o.without.split(",")]
    failed = 0
    for name in names:
        kernel = description.Kernel(os.path.join(HERE, "Inputs", name + ".c"))
        script = os.path.join(SCRIPTS, name + ".lua")
        begin = time.monotonic()
        try:
            said = compare(o, kernel, script)
            if o.run:
                prove(o, kernel, script)
                said += ", proved by running"
            print("%s: %s (%.1f s)" % (name, said, time.monotonic() - begin),
                  flush=True)
        except Failure as failure:
            failed += 1
            print("%s: FAILED: %s" % (name, failure), flush=True)
    print("%d scripts, %d failed" % (len(names), failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
