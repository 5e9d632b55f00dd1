# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""closed.py STEVEDORE WORK SEED COUNT KERNEL...: compares, at COUNT random
problem and tile sizes, the numbers of `--evaluate` in three reuse modes, which are
those of closed forms, with the numbers that it gives beside a program, which are
counted point by point. Exit status 0 when they are the same."""

import json
import os
import random
import re
import subprocess
import sys

NAMES = re.compile(r"\[([A-Za-z0-9_, ]+)\] -> \{")
SIZE = re.compile(r"T\d+")


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True,
                          stderr=subprocess.DEVNULL, text=True).stdout


def parameters(stevedore, reuse, kernel):
    """The names of parameters and tile sizes."""
    text = run([stevedore, reuse, "--print=tiling", kernel, "--", "-std=c99"])
    names = {name.strip() for found in NAMES.findall(text)
             for name in found.split(",")}
    return sorted(n for n in names if not re.fullmatch(r"[IO]\d+", n))


def numbers(regions):
    return [(r["tiles"], r["strips"], r["localBytes"],
             [(a["name"], a["loads"], a["stores"]) for a in r["arrays"]])
            for r in regions]


def main():
    stevedore, work, seed, count = sys.argv[1:5]
    chance = random.Random(int(seed))
    wrong = compared = 0
    for kernel in sys.argv[5:]:
        for _ in range(int(count)):
            reuse = "--reuse=" + chance.choice(["none", "strip", "nest"])
            names = parameters(stevedore, reuse, kernel)
            at = ",".join("%s=%d" % (n, chance.randint(1, 9 if SIZE.fullmatch(n) else 25))
                          for n in names)
            asked = [stevedore, reuse, "--evaluate=" + at]
            rest = [kernel, "--", "-std=c99"]
            closed = json.loads(run(asked + rest))["regions"]
            run(asked + ["--answer=" + work, "-o", os.devnull, "--replay=off"] + rest)
            with open(work) as text:
                counted = json.load(text)["regions"]
            compared += 1
            if numbers(closed) != numbers(counted):
                wrong += 1
                print(kernel, reuse, at, numbers(closed), numbers(counted))
    print("%d compared, %d wrong" % (compared, wrong))
    return 1 if wrong else 0


sys.exit(main())
