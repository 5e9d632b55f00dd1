#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles random nests of two or three loops along random hyperplanes, of any
number and rank, or with --lattices in random bricks, and compares what tiles move, and the cells of buffers, with a
count by brute force (compare.py) in all modes of reuse. Prints what differs, and
how many nests had legal tiles."""

import argparse
import os
import random
import subprocess
import sys


def total(factors, names):
    return " + ".join("%d%s" % pair for pair in zip(factors, names))


def bricks(pick, loops):
    """Slanted bricks of up to three points along each edge, the rows of which
    are shifted against each other, with their numbers in any order."""
    size = len(loops)
    skew = [[int(r == c) for c in range(size)] for r in range(size)]
    inverse = [row[:] for row in skew]
    for _ in range(pick.randint(0, 2)):
        to, by = pick.sample(range(size), 2)
        factor = pick.choice([1, 1, -1, 2])
        for k in range(size):
            skew[to][k] += factor * skew[by][k]
            inverse[k][by] -= factor * inverse[k][to]
    edges = [pick.randint(1, 3) for _ in loops]
    shift = [[edges[r] if r == c else pick.choice([0, 0, 1, 2, -1]) * (c < r)
              for c in range(size)] for r in range(size)]
    numbers = ["t%d" % k for k in range(size)]
    order = pick.sample(numbers, size) if pick.random() < 0.3 else numbers
    origin = [[sum(inverse[r][k] * shift[k][c] for k in range(size))
               for c in range(size)] for r in range(size)]
    return 'lattice: "{ [%s] -> [%s] }", shape: "{ [%s] : %s }"' % (
        ", ".join(order), ", ".join(total(row, numbers) for row in origin),
        ", ".join(loops), " and ".join(
            "0 <= %s < %d" % (total(row, loops), edge)
            for row, edge in zip(skew, edges)))


def nest(seed, has_lattice):
    """A region in text form: one statement, an array with a dimension less or
    as many as loops, and hyperplanes with entries from -3 to 3 or bricks."""
    pick = random.Random(seed)
    depth = pick.choice([2, 2, 3])
    loops = ["i%d" % k for k in range(depth)]
    bounds = ["0 <= %s < %s" % (loop, "NM"[k % 2]) for k, loop in enumerate(loops)]
    if pick.random() < 0.3:
        bounds.append("i1 <= i0 + 2")
    at = ", ".join(loops)
    # Subscripts of the write, and of reads at a distance from it.
    kept = loops if pick.random() < 0.5 else loops[1:]
    reads = []
    for _ in range(pick.randint(1, 3)):
        away = [pick.choice([-1, -1, 0]) if loop == kept[0]
                else pick.choice([-1, 0, 0, 1]) for loop in kept]
        reads.append("S[%s] -> A[%s]" % (at, ", ".join(
            "%s + %d" % (loop, d) for loop, d in zip(kept, away))))
    small = [pick.choice([0, 0, 1, 1, 1, 2, 3, -1, -2, -3]) for _ in range(64)]
    normals = []
    for _ in range(pick.choice([1, 2, 2, 3] if depth == 2 else [1, 2, 3, 3])):
        normal = [small.pop() for _ in loops]
        if any(normal):
            normals.append(total(normal, loops))
    if not normals:
        normals = loops[:1]
    tiling = 'hyperplanes: "{ [%s] -> [%s] }"' % (at, ", ".join(normals))
    return "\n".join([
        'domain: "[N, M] -> { S[%s] : %s }"' % (at, " and ".join(bounds)),
        'reads: "{ %s }"' % "; ".join(reads),
        'mustWrites: "{ S[%s] -> A[%s] }"' % (at, ", ".join(kept)),
        'schedule: "{ S[%s] -> [%s] }"' % (at, at),
        "band: { outer: 0, size: %d }" % depth,
        "tiling: { %s }" % (bricks(pick, loops) if has_lattice else tiling),
    ]) + "\n"


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", nargs="+", default=["1-10"],
                        help="seeds, as 1-10 or 3 5-8")
    parser.add_argument("--lattices", action="store_true")
    for name in ("opt", "bruteforce", "compare", "work"):
        parser.add_argument("--" + name, required=True)
    o = parser.parse_args()
    sys.path.insert(0, os.path.dirname(o.compare))
    sys.dont_write_bytecode = True
    from compare import compare
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                    "..", "EndToEnd", "harness"))
    from seeds import seeds_of
    seeds = seeds_of(o.seeds)
    os.makedirs(o.work, exist_ok=True)
    legal = refused = wrong = 0
    for seed in seeds:
        path = os.path.join(o.work, "nest.stv")
        with open(path, "w") as out:
            out.write(nest(seed, o.lattices))
        tried = run([o.opt, "--print=schedule", path])
        if tried.returncode:
            if "its tiles are in no order" not in tried.stderr:
                print("seed %d: %s" % (seed, tried.stderr))
                wrong += 1
            refused += 1
            continue
        legal += 1
        reuse = ("none", "strip", "nest")[seed % 3]
        try:
            _, messages = compare([
                "--opt", o.opt, "--bruteforce", o.bruteforce,
                "--flag=--reuse=" + reuse, "--flag=--transfers=exact",
                "--sample=3", "--seed=%d" % seed, path, "N=0,1,4,6", "M=1,3,5"])
        except SystemExit as failure:
            messages = [str(failure)]
        if messages:
            wrong += 1
            print("seed %d: %s" % (seed, "\n".join(messages[:20])), flush=True)
    print("%d nests, %d with legal tiles, %d refused, %d wrong"
          % (len(seeds), legal, refused, wrong))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
