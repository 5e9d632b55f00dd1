#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the numbers of stevedore-opt with those of stevedore-bruteforce on a
region in text form, at many parameter values and tile sizes:

    compare.py [options] FILE.stv N=0,1,9 T1=1,3 T2=2,100 ...

takes every combination of the listed values (tile sizes that are not listed
take each of --tiles), or a random sample of them. Loads of every array must be
equal, and stores those of which somebody sees the value, no array may be given
fewer cells than are live at once, and no two live elements may share a cell of
the mappings that --print=allocation shows. With --bounded, loads may be more
than the minimum (coarser answers), never fewer, and stores all that is
written; with --more-loads, only the former."""

import argparse
import itertools
import fractions
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit("%s\nexit status %d\n%s%s" % (
            " ".join(command), done.returncode, done.stdout, done.stderr))
    return done.stdout


def pow2(value):
    return 1 << max(0, math.ceil(value) - 1).bit_length()


def parse_mappings(text):
    """For each array of --print=allocation its parts, [(array, subscripts, rows,
    moduli, part)] as text; the part of a whole array is empty."""
    pattern = re.compile(r"array (\w*)\n  mapping: \{ \w*\[([^]]*)\] -> "
                         r"\[([^]]*)\] \}\n  moduli: \[(.*)\]\n"
                         r"  method: .*\n(?:  part:    (.*)\n)?")
    arrays = []
    for mapping in pattern.findall(text):
        name, part = mapping[0], mapping[4]
        if part and arrays and arrays[-1][0][0] == name and arrays[-1][0][4]:
            arrays[-1].append(mapping)
        else:
            arrays.append([mapping])
    return arrays


def split(text):
    """Parts between the commas that stand outside of parentheses."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def polynomial(row, names, scope):
    """The coefficients of a row of at most the second degree: linear ones; if
    there are others, the constant, those of products, and what all are divided
    by, rounded down."""
    strided = re.fullmatch(r"floor\((.*)/(\d+)\)", row)
    if strided:
        linear = polynomial(strided.group(1), names, scope)
        others = len(names) * (len(names) + 1) // 2 + 1
        return " ".join([linear] + ["0"] * others + [strided.group(2)])
    row = re.sub(r"(\d)([a-z])", r"\1*\2", row)

    def at(*ones):
        point = {n: fractions.Fraction(ones.count(n)) for n in names}
        return fractions.Fraction(
            eval(row, {"__builtins__": {}}, dict(scope, **point)))

    constant = at()
    products = [(at(x, y) - at(x) - at(y) + constant) / (1 + (x == y))
                for k, x in enumerate(names) for y in names[k:]]
    squares = {n: (at(n, n) - 2 * at(n) + constant) / 2 for n in names}
    all_numbers = [at(n) - constant - squares[n] for n in names]
    if constant or any(products):
        all_numbers += [constant] + products
        divisor = math.lcm(*(number.denominator for number in all_numbers))
        all_numbers = [divisor * n for n in all_numbers] + [divisor]
    return " ".join(str(number) for number in all_numbers)


def mapping_line(mapping, values):
    """One line of stevedore-bruteforce's --mappings."""
    _, subscripts, rows, moduli, part = mapping
    names = split(subscripts)
    scope = dict(values, max=max, min=min, pow2=pow2, floor=math.floor,
                 ceil=math.ceil)
    matrix = [polynomial(row, names, scope) for row in split(rows)]
    numbers = [str(max(1, int(eval(m, {"__builtins__": {}}, scope))))
               for m in split(moduli)]
    return (" ; ".join(matrix) + " | " + " ".join(numbers)
            + (" @ " + part if part else ""))


def text_of(values):
    return ",".join("%s=%d" % item for item in values.items())


def numbers_at(o, points):
    """What the tool says at each of the points, of which it analyses the region
    once."""
    if not points:
        return []
    first, *others = map(text_of, points)
    output = run([o.opt, "--evaluate=" + first] + o.flags
                 + ["--also-at=" + other for other in others] + [o.file])
    return [json.loads(line) for line in output.splitlines()]


def check(o, values, given, mappings, work):
    """Messages about how the numbers given at these values differ."""
    bands = os.path.join(work, "bands")
    if not os.path.exists(bands):
        with open(bands, "w") as out:
            out.write(o.schedule)
    numbers = text_of(values)
    command = [o.bruteforce, "--values=" + numbers, "--bands=" + bands, o.file]
    command += [f for f in o.flags if f.startswith(("--reuse", "--order"))]
    if mappings:
        path = os.path.join(work, "mappings")
        with open(path, "w") as out:
            for mapping in mappings:
                out.write(" @@ ".join(mapping_line(part, values)
                                      for part in mapping) + "\n")
        command.append("--mappings=" + path)
    counted = json.loads(run(command))
    given = {a["name"]: a for a in given["arrays"]}
    counted = {a["name"]: a for a in counted["arrays"]}
    messages = []
    for name in sorted(set(given) | set(counted)):
        a, b = given.get(name, {}), counted.get(name, {})
        for key, least in ("loads", "loads"), ("stores", "leastStores"):
            x, y = a.get(key, 0), b.get(least, 0)
            coarse = o.bounded or (key == "loads" and o.more_loads)
            if (x < y or (x > y and not coarse)
                    or (key == "stores" and x > b.get(key, 0))):
                messages.append("%s of %s: %d, by brute force %d"
                                % (key, name, x, y))
        if a.get("cells", 0) < b.get("maxLive", 0):
            messages.append("cells of %s: %d for %d live elements"
                            % (name, a.get("cells", 0), b["maxLive"]))
    return ["%s %s: %s" % (numbers, " ".join(o.flags), m) for m in messages]


def combinations(o):
    """Every combination of values, as dictionaries."""
    lists = {}
    for item in o.values:
        name, _, numbers = item.partition("=")
        lists[name] = [int(n) for n in numbers.split(",")]
    for name in range(1, o.count + 1):
        lists.setdefault("T%d" % name, [int(n) for n in o.tiles.split(",")])
    every = list(itertools.product(*lists.values()))
    if o.sample and o.sample < len(every):
        every = random.Random(o.seed).sample(every, o.sample)
    return [dict(zip(lists, choice)) for choice in every]


def number_of_tiles(schedule):
    ends = re.findall(r"^band .*T(\d+)\):$", schedule, re.M)
    return max([0] + [int(end) for end in ends])


def compare(arguments=None):
    """The number of combinations, and messages about what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opt", default="stevedore-opt")
    parser.add_argument("--bruteforce", default="stevedore-bruteforce")
    parser.add_argument("--tiles", default="1,3,7,100")
    parser.add_argument("--flag", action="append", dest="flags", default=[],
                        help="an option for stevedore-opt, e.g. --reuse=nest")
    parser.add_argument("--sample", type=int, default=0,
                        help="only so many combinations, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bounded", action="store_true")
    parser.add_argument("--more-loads", action="store_true")
    parser.add_argument("--no-mappings", action="store_true")
    parser.add_argument("file")
    parser.add_argument("values", nargs="*", help="NAME=V1,V2,...")
    o = parser.parse_args(arguments)
    o.schedule = run([o.opt, "--print=schedule"] + o.flags + [o.file])
    o.count = number_of_tiles(o.schedule)
    mappings = []
    if not o.no_mappings:
        mappings = parse_mappings(
            run([o.opt, "--print=allocation"] + o.flags + [o.file]))
    messages = []
    points = combinations(o)
    answers = numbers_at(o, points)
    if len(answers) != len(points):
        messages.append("%d answers at %d points" % (len(answers), len(points)))
    with tempfile.TemporaryDirectory() as work:
        for values, given in zip(points, answers):
            messages += check(o, values, given, mappings, work)
    return len(points), messages


def main():
    count, messages = compare()
    print("%d combinations, %d differences" % (count, len(messages)))
    for message in messages[:20]:
        print(message)
    return bool(messages)


if __name__ == "__main__":
    sys.exit(main())
