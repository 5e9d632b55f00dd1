#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random functions around small kernels: arrays come in in many ways,
pointers are derived from them, variables are seen afterwards by whoever may.
Those that sanitizers object to do not count. The others are rewritten, compiled
and must print the same, byte for byte, at several sizes, with arrays that
overlap and do not, and with several sizes of tiles. Many programs are one file;
what is wrong with it is found by taking it apart. Prints a line for each program that
failed, and a summary. Exit status 0 when none did."""

import argparse
import collections
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "harness"))
from seeds import seeds_of  # noqa: E402
from surroundings_program import (  # noqa: E402
    LANGUAGES, Program, translation_unit)

SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all",
              "-fno-omit-frame-pointer"]
TILES = ["-DSTEVEDORE_T%d=tile_size" % k for k in (1, 2, 3, 4)]
PLAIN = ["-w", "-pthread", "-Wno-unknown-pragmas"]
WARNINGS = ["-Wall", "-Wextra", "-Wno-unknown-pragmas", "-pthread",
            "-fsyntax-only"]


class Broken(Exception):
    """A step failed for a file as a whole: kind and message."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind, self.message = kind, message


class Failure:
    def __init__(self, program, kind, message):
        self.program, self.kind, self.message = program, kind, message


def run(command, seconds):
    environment = dict(os.environ, LC_ALL="C", ASAN_OPTIONS="detect_leaks=0")
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                              timeout=seconds, env=environment)
    except subprocess.TimeoutExpired:
        return 124, "", "no end"
    return (done.returncode, done.stdout.decode("latin-1"),
            done.stderr.decode("latin-1"))


def write(path, text):
    with open(path, "w") as out:
        out.write(text)


def language(programs):
    standard = programs[0].standard
    return ["-std=" + standard]


def compile_file(o, compiler, programs, flags, source, program):
    status, _, errors = run(
        [compiler] + language(programs) + PLAIN + flags
        + [source, "-o", program]
        + (["-lstdc++"] if programs[0].cxx else []) + ["-lm"], 600)
    if status:
        raise Broken("does not compile", errors)


def sections(text):
    """What each program printed, and how it ended, by its seed."""
    result = {}
    for part in re.split(r"^seed ", text, flags=re.M)[1:]:
        seed, _, rest = part.partition("\n")
        body, _, status = rest.rpartition("\nstatus ")
        result[int(seed)] = (body, status.strip())
    return result


def execute(programs, program):
    return sections(run([program], 30 * len(programs))[1])


def source_path(o, programs, stem):
    return os.path.join(o.work, stem + (".cpp" if programs[0].cxx else ".c"))


def original(o, programs, compiler):
    """The sections of those programs that are valid."""
    source = source_path(o, programs, "original")
    write(source, translation_unit(programs))
    program = os.path.join(o.work, "original")
    compile_file(o, compiler, programs, ["-O0"] + SANITIZERS, source, program)
    found = execute(programs, program)
    return {seed: body for seed, (body, status) in found.items()
            if status == "0"}


def rewrite(o, programs):
    """Rewrites the file of these programs; the regions of the report."""
    new, report = source_path(o, programs, "new"), os.path.join(o.work,
                                                                "report.json")
    status, _, errors = run(
        [o.stevedore] + o.options + [
            "--report=" + report, "-o", new, source_path(o, programs,
                                                         "original"),
            "--"] + language(programs), o.seconds * len(programs) + 20)
    if status:
        raise Broken("crash of tool" if status != 1 else "refused by tool",
                     errors)
    if "internal error" in errors:
        raise Broken("internal error", errors)
    with open(report) as text:
        return json.load(text)["regions"]


def warnings_of(o, programs, source, compiler):
    """The groups of warnings of each program."""
    _, _, text = run([compiler] + language(programs) + WARNINGS + [source], 600)
    owner = []
    seed = 0
    with open(source) as lines:
        for line in lines:
            match = re.match(r"/\* seed (\d+) \*/", line)
            seed = int(match.group(1)) if match else seed
            owner.append(seed)
    result = collections.defaultdict(set)
    for line, group in re.findall(r":(\d+):\d+: warning: .*\[(-W[^\]]+)\]$",
                                  text, re.M):
        result[owner[int(line) - 1]].add(group)
    return result


def new_warnings(o, programs, compiler):
    before = warnings_of(o, programs, source_path(o, programs, "original"),
                         compiler)
    after = warnings_of(o, programs, source_path(o, programs, "new"), compiler)
    return {seed: groups - before[seed] for seed, groups in after.items()
            if groups - before[seed]}


def transformed(regions):
    """Of each program, whether its region was transformed, and why not."""
    result = {}
    for region in regions:
        result[region["seed"]] = (region["status"], region["reason"])
    return result


class Outcome:
    """How programs fared that were one file."""

    def __init__(self):
        self.valid, self.suspects = set(), {}
        self.status = {}


def attempt(o, programs):
    """One file from the original to the comparison; raises Broken where the
    tool or a compiler fails for it."""
    outcome = Outcome()
    compilers = [o.gcc, o.clang]
    which = o.batches % 4
    expected = original(o, programs, compilers[which // 2])
    outcome.valid = set(expected)
    if not expected:
        return outcome
    good = [p for p in programs if p.seed in expected]
    if len(good) < len(programs):
        write(source_path(o, programs, "original"), translation_unit(good))
    regions = rewrite(o, good)
    place_regions(o, good, regions)
    outcome.status = transformed(regions)
    program = os.path.join(o.work, "new")
    sanitizers = SANITIZERS if o.sanitize else []
    compile_file(o, compilers[which % 2], good, ["-O1"] + sanitizers + TILES,
                 source_path(o, good, "new"), program)
    found = execute(good, program)
    for p in good:
        if found.get(p.seed) != (expected[p.seed], "0"):
            outcome.suspects[p.seed] = ("wrong result", difference(
                expected[p.seed], found.get(p.seed, ("", "no output"))))
    if o.warnings:
        for seed, groups in new_warnings(o, good, compilers[which % 2]).items():
            outcome.suspects.setdefault(seed, ("warning", " ".join(groups)))
    return outcome


def place_regions(o, programs, regions):
    """Adds to each region the program that it is in."""
    starts = []
    with open(source_path(o, programs, "original")) as lines:
        for number, line in enumerate(lines, 1):
            match = re.match(r"/\* seed (\d+) \*/", line)
            if match:
                starts.append((number, int(match.group(1))))
    for region in regions:
        region["seed"] = [s for n, s in starts if n <= region["line"]][-1]


def difference(expected, found):
    body, status = found
    if status != "0":
        return "status " + status
    for a, b in zip(expected.splitlines(), body.splitlines()):
        if a != b:
            return "%s instead of %s" % (b.strip()[:60], a.strip()[:60])
    return "output ends early or late"


class Totals:
    def __init__(self):
        self.programs = self.valid = self.transformed = self.left = 0
        self.failures, self.invalid = [], []
        self.reasons = collections.Counter()
        self.used, self.moved, self.wrong = (collections.Counter()
                                             for _ in range(3))


def prove(o, programs, totals):
    """A file of these programs; halves of it where it fails as a whole."""
    o.batches += 1
    try:
        outcome = attempt(o, programs)
    except Broken as broken:
        if len(programs) > 1:
            middle = len(programs) // 2
            for half in (programs[:middle], programs[middle:]):
                o.batches -= 1
                prove(o, half, totals)
            return
        alone(o, programs[0], broken, totals)
        return
    for p in programs:
        if p.seed not in outcome.valid:
            totals.invalid.append(p)
            continue
        count(p, outcome, totals)
    judge(o, programs, outcome.suspects, totals)


def count(p, outcome, totals):
    totals.valid += 1
    totals.used.update(set(p.used))
    status, reason = outcome.status.get(p.seed, ("", "no region found"))
    if status == "transformed":
        totals.transformed += 1
        totals.moved.update(set(p.used))
    else:
        totals.left += 1
        totals.reasons[reason] += 1


def alone(o, p, broken, totals):
    """A single program that fails: is it the original that does?"""
    source = source_path(o, [p], "original")
    write(source, translation_unit([p]))
    for compiler in (o.gcc, o.clang):
        try:
            compile_file(o, compiler, [p], ["-O0"], source, os.devnull)
        except Broken as worse:
            totals.invalid.append(p)
            if o.keep:
                print("seed %d: %s: original: %s" % (
                    p.seed, p.standard, first_error(worse.message)))
            return
    totals.valid += 1
    totals.used.update(set(p.used))
    totals.left += 1
    fail(o, p, broken.kind, first_error(broken.message), totals)


def first_error(text):
    lines = [line for line in text.splitlines() if "error" in line.lower()]
    return (lines or text.splitlines() or [""])[0][:200]


def judge(o, programs, suspects, totals):
    """Compilers must agree about a program that is said to go wrong."""
    wrong = [p for p in programs if p.seed in suspects]
    sure = agreed(o, [p for p in wrong
                      if suspects[p.seed][0] == "wrong result"])
    for p in wrong:
        kind, message = suspects[p.seed]
        if kind == "wrong result" and p.seed not in sure:
            totals.valid -= 1
            totals.invalid.append(p)
            if o.keep:
                print("seed %d: compilers disagree" % p.seed)
        else:
            fail(o, p, kind, message, totals)


def agreed(o, programs):
    """The seeds of those for which all compilers say the same."""
    if not programs:
        return set()
    source = source_path(o, programs, "agreed")
    write(source, translation_unit(programs))
    program = os.path.join(o.work, "agreed")
    results = []
    for compiler in (o.gcc, o.clang):
        for flags in (["-O0"], ["-O2"], ["-O1"] + SANITIZERS):
            compile_file(o, compiler, programs, flags, source, program)
            results.append(execute(programs, program))
    first = results[0]
    return {p.seed for p in programs
            if first[p.seed][1] == "0"
            and all(r.get(p.seed) == first[p.seed] for r in results)}


def fail(o, p, kind, message, totals):
    path = source_path(o, [p], os.path.join("failed", str(p.seed)))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write(path, translation_unit([p]))
    totals.failures.append(Failure(p, kind, message))
    totals.wrong.update(set(p.used))
    print("seed %d: %s: %s: %s: %s" % (p.seed, p.standard, kind, path, message),
          flush=True)
    if o.keep:
        print("  " + ", ".join(p.used), flush=True)


def batches(o):
    """Programs of one language, so many at a time."""
    waiting = {name: [] for name in LANGUAGES}
    for seed in seeds_of(o.seeds):
        program = Program(seed)
        if o.standards and program.standard not in o.standards.split(","):
            continue
        group = waiting[program.standard]
        group.append(program)
        if len(group) == o.batch:
            yield group
            waiting[program.standard] = []
    for group in waiting.values():
        if group:
            yield group


def summary(o, totals):
    if o.reasons:
        for reason, times in totals.reasons.most_common():
            print("  left alone %d times: %s" % (times, reason))
    if o.ingredients:
        for name, times in sorted(totals.used.items()):
            print("  %5d valid, %5d transformed, %4d failed: %s" % (
                times, totals.moved[name], totals.wrong[name], name))
    if totals.invalid and o.keep:
        print("  invalid: " + " ".join(str(p.seed) for p in totals.invalid))
    print("%d programs, %d valid, %d transformed, %d left alone, %d failed" % (
        totals.programs, totals.valid, totals.transformed, totals.left,
        len(totals.failures)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", nargs="+", default=["1-100"],
                        help="as 1-10 or 3 5-8 (default: 1-100)")
    parser.add_argument("--seed-text", type=int, metavar="N",
                        help="print that program alone")
    parser.add_argument("--options", action="append", default=[],
                        help="an option of stevedore (may be repeated)")
    parser.add_argument("--batch", type=int, default=100,
                        help="programs of a file (default: %(default)s)")
    parser.add_argument("--standards", metavar="NAME,...",
                        help="programs of these languages alone")
    parser.add_argument("--seconds", type=int, default=10,
                        help="the tool's time for a program (default: "
                        "%(default)s)")
    parser.add_argument("--sanitize", action="store_true",
                        help="what is rewritten, too, runs under sanitizers")
    parser.add_argument("--warnings", action="store_true",
                        help="warnings that the original does not give fail")
    parser.add_argument("--reasons", action="store_true",
                        help="why regions were left alone")
    parser.add_argument("--ingredients", action="store_true",
                        help="how programs with each ingredient fared")
    parser.add_argument("--keep", action="store_true",
                        help="say more about what failed or is not valid")
    for name in ("work", "stevedore", "gcc", "clang"):
        parser.add_argument("--" + name)
    o = parser.parse_args()
    if o.seed_text is not None:
        print(translation_unit([Program(o.seed_text)]), end="")
        return 0
    os.makedirs(o.work, exist_ok=True)
    o.batches = 0
    totals = Totals()
    for programs in batches(o):
        totals.programs += len(programs)
        prove(o, programs, totals)
    summary(o, totals)
    return bool(totals.failures)


sys.exit(main())
