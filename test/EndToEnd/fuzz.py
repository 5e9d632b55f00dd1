#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random programs of affine loops, rewrites each in several modes, and
compares the results with those of the original byte for byte: at problem sizes
from zero, at tile sizes below and above them, with sanitizers, with poisoned
local memory, and with transfers that are put off as long as they may be. Prints
one line for each program that fails, and for each mistake of an answer that was
caught, so that a coarser one took its place, with the seed, and a summary. Exit
status 0 when nothing failed. With --scripts, random steps decide the order of
each program; with --plugin, programs get tiles in LLVM IR; with --rewritten, they
are written with pointers, functions and loops as libraries have them, and what
their tiles move and hold is compared with that of the plain form."""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "harness"))
from random_program import KINDS, RandomProgram  # noqa: E402
from rewritten_program import RewrittenProgram  # noqa: E402
from seeds import seeds_of  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Werror"]
SANITIZERS = ["-g1", "-fsanitize=address,undefined", "-fno-sanitize=vla-bound",
              "-fno-sanitize-recover=all"]
# What GCC compiles in half the time: arithmetic that goes wrong stops, and is
# named by a program that is compiled by hand without this.
TRAPS = ["-fsanitize-undefined-trap-on-error"]
LINKER = ["-fuse-ld=gold"] if shutil.which("ld.gold") else []
MODES = [
    ["--reuse=strip"],
    ["--reuse=nest"],
    ["--reuse=none"],
    ["--transfers=hull"],
    ["--order=pipelined"],
    ["--order=pipelined", "--reuse=nest", "--allocation=modulo"],
    ["--schedule=source", "--reuse=nest", "--allocation=box"],
    ["--schedule=source", "--modulo=pow2", "--share-buffers=off"],
    ["--tile=3,2,4,3", "--reuse=nest", "--registers=2,2"],
    ["--tile=4,3,2", "--order=pipelined", "--reuse=none"],
    ["--dependences=memory", "--reuse=nest", "--points=source"],
    ["--dependences=memory", "--reuse=none", "--transfers=hull",
     "--allocation=box"],
    ["--reuse=strip:2", "--registers=3,2"],
    ["--tile=param:param"],
    ["--tile=param:param", "--reuse=nest", "--schedule=source"],
    ["--tile=5,3,4:2,4,1", "--reuse=none"],
    ["--tile=param:param", "--transfers=hull", "--allocation=modulo"],
]


# What the passes are asked for in LLVM IR, where tile sizes are constants.
PASS_MODES = [
    {"tile": "2", "reuse": "strip"},
    {"tile": "3,2", "reuse": "nest"},
    {"tile": "5", "reuse": "none"},
    {"tile": "1,4", "transfers": "hull"},
    {"tile": "32", "reuse": "nest", "allocation": "box"},
    {"tile": "4", "schedule": "source"},
]


class Failure(Exception):
    pass


class TooSlow(Exception):
    """With --seconds: the tool takes longer for a program."""


def shell(command, **more):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True,
                              errors="replace", timeout=300, **more)
    except subprocess.TimeoutExpired:
        raise Failure("%s: no end" % " ".join(command))
    return done


def write(path, text):
    with open(path, "w") as out:
        out.write(text)


def read(path):
    with open(path) as text:
        return text.read()


def compile_program(o, compiler, flags, source, program):
    done = shell([compiler] + o.standard + flags + LINKER
                 + [source, "-x", "none", o.runtime, "-o", program, "-lm"]
                 + (["-lstdc++"] if o.cxx else []))
    if done.returncode:
        raise Failure("%s: %s" % (os.path.basename(compiler),
                                  done.stderr[:1500]))


def output(program):
    done = shell([program])
    if done.returncode:
        raise Failure("%s: exit status %d: %s" % (
            os.path.basename(program), done.returncode, done.stderr[:1500]))
    return done.stdout


def warns(o, compiler, source, flags):
    return shell([compiler] + o.standard + WARNINGS + flags
                 + ["-Wno-unknown-pragmas", "-c", source, "-o",
                    os.path.join(o.work, "warn.o")]).returncode != 0


def check_warnings(o, kernel, new):
    """The file as it came out gives no warning that the original does not. GCC
    takes a quarter of a minute to optimize a thousand lines at -O3."""
    level = min(o.seed % 4, 1 if read(new).count("\n") > 400 else 3)
    for compiler in (o.gcc, o.clang):
        flags = ["-O%d" % level]
        if warns(o, compiler, new, flags) and not warns(o, compiler, kernel,
                                                        flags):
            done = shell([compiler] + o.standard + WARNINGS + flags + [
                "-c", new, "-o", os.path.join(o.work, "warn.o")])
            raise Failure(done.stderr[:1500])


def limited(o, command):
    """What a command of the tool printed, within the processor time that a
    program may take."""
    if not o.seconds:
        return shell(command)
    done = shell(command, preexec_fn=lambda: signal.setitimer(
        signal.ITIMER_PROF, o.seconds))
    if done.returncode == -signal.SIGPROF:
        raise TooSlow()
    return done


def sizes(mode):
    """Where counts are compared: tiles of three in the first loop, where sizes
    are open."""
    is_open = not any("--tile" in option for option in mode) or "param" in str(mode)
    return ["--evaluate=n=9,m=4" + (",T1=3" if is_open else "")]


def numbers(printed):
    """What the regions of a file move and hold at one size."""
    regions = json.loads(printed)["regions"] if printed else []
    return [(r["tiles"], sorted((a["name"], a["cells"], a["loads"], a["stores"])
                                for a in r["arrays"])) for r in regions]


def rewrite(o, kernel, mode):
    """The rewritten file, and how many of its regions were transformed."""
    new = os.path.join(o.work, "new" + o.suffix)
    report = os.path.join(o.work, "report.json")
    if o.workers:
        mode = mode + ["--parallel=openmp"]
    if o.scripts:
        mode = mode + ["--budget=%s" % o.budget, "--script=" + script(o)]
    command = [o.stevedore] + mode + ["--report=" + report, "-o", new]
    answer = os.path.join(o.work, "answer.json")
    o.numbers = None
    asked = sizes(mode) + ["--answer=" + answer] if o.rewritten else []
    done = limited(o, command + asked + [kernel, "--"] + o.standard[:1])
    if "no region has a tile size" in done.stderr:
        return new, 0
    if "needs values for" in done.stderr:
        asked = []
        done = limited(o, command + [kernel, "--"] + o.standard[:1])
    if "internal error" in done.stderr:
        o.caught += 1
        print("seed %d: caught: %s: %s" % (o.seed, " ".join(mode), next(
            line.split("internal error")[1]
            for line in done.stderr.splitlines() if "internal error" in line)),
              flush=True)
    if done.returncode:
        raise Failure("stevedore: exit status %d: %s"
                      % (done.returncode, done.stderr[:1500]))
    o.steps += sum({line: int(done) for _, line, done in re.findall(
        r"^(steps)\t(\d+)\t(\d+)$", done.stderr, re.M)}.values())
    if asked and not done.returncode:
        o.numbers = numbers(read(answer))
    regions = json.loads(read(report))["regions"]
    for region in regions:
        if region["status"] != "transformed":
            o.reasons.append(region["reason"])
    return new, sum(r["status"] == "transformed" for r in regions)


def assumption(o, kernel):
    """What the form kernel states of the parameters, as an option: a row of
    48 elements bounds what counts along it."""
    done = shell([o.stevedore, "--print=scop", kernel, "--"] + o.standard[:1])
    stated = re.findall(r"^context: .*{ *: *([^ }].*?) *}", done.stdout, re.M)
    return ["--assume=" + " and ".join("(%s)" % one for one in stated)] if stated else []


def compare_plans(o, plain, kernel, mode):
    """Counts a program whose plan is that of the plain form, from which the
    same is known; none whose plain form takes an element for a parameter."""
    def of_plain(more):
        return limited(o, [o.stevedore] + mode + more + ["--replay=off"]
                       + sizes(mode) + [plain, "--"] + o.standard[:1])

    first = of_plain([])
    if "needs values for" in first.stderr:
        return
    expected = numbers(first.stdout)
    if o.numbers != expected:
        expected = numbers(of_plain(assumption(o, kernel)).stdout)
    o.plans += 1
    o.alike += o.numbers == expected
    if o.numbers != expected:
        print("seed %d: %s: another plan than that of %s: %s instead of %s"
              % (o.seed, " ".join(mode), plain, o.numbers, expected), flush=True)


def through_passes(o, program, mode):
    """Compiles the program with tiles in LLVM IR of its kernel; how many of the
    regions there were transformed."""
    report = os.path.join(o.work, "report.json")
    given = dict(mode, profitable="off", functions="kernel", report=report)
    flags = ["-fpass-plugin=" + o.plugin, "-w", "-O2", "-fsanitize=address"]
    for name, value in given.items():
        flags += ["-mllvm", "-stevedore-%s=%s" % (name, value)]
    compile_program(o, o.clang, flags, program + o.suffix, program + "-passes")
    regions = json.loads(read(report))["regions"]
    o.reasons += [r["reason"] for r in regions if r["status"] != "transformed"]
    return sum(r["status"] == "transformed" for r in regions)


def prove_passes(o, seed, program, expected):
    """Everything about one program in LLVM IR."""
    transformed = 0
    for k in range(o.modes):
        mode = PASS_MODES[(seed + k) % len(PASS_MODES)]
        try:
            transformed += through_passes(o, program, mode)
            compare(expected, output(program + "-passes"))
        except Failure as failure:
            raise Failure("%s: %s" % (mode, failure))
    return transformed


def compare(expected, found):
    if found != expected:
        wrong = [a for a, b in zip(found.splitlines(), expected.splitlines())
                 if a != b]
        raise Failure("wrong results: " + "; ".join(wrong[:3]))


def script(o):
    """A script of random steps, others for each program and mode; the path."""
    o.sequences += 1
    path = os.path.join(o.work, "random.lua")
    text = read(os.path.join(HERE, "Inputs", "scripts", "random.lua"))
    write(path, text.replace(
        "SEED", str(o.seed + 10000 * o.sequences)) + '\n'
          'print("steps", region.line, done)\n')
    return path


def numbered(number):
    """A mode; half of them test what the model believes."""
    checks = number // len(MODES) % 2
    return (MODES[number % len(MODES)]
            + (["--guards=checked"] if checks else []))


def modes_of(o, seed):
    """The modes of one program, each without and with limits."""
    rng = random.Random(seed)
    modes = [numbered(seed + k) for k in range(o.modes)]
    for mode in [o.mode] if o.mode else modes:
        yield mode
        for _ in range(o.limits):
            yield mode + ["--budget=60,%d" % 10 ** rng.uniform(3, 7)]


def look(o, seed, kernel):
    """Rewrites and compiles a program, which the tool executes by itself."""
    mode = o.mode or numbered(seed)
    new, count = rewrite(o, kernel, mode)
    done = shell([o.gcc] + o.standard + ["-w", "-fsyntax-only", new])
    if done.returncode:
        raise Failure(done.stderr[:1500])
    return count


def kinds_of(o, seed):
    """The kinds that are asked for, or others for each seed: of those that are
    run, none in C89, as the driver is not, and none of which the original wraps
    around unsigned subscripts."""
    if not o.mixed:
        return o.kinds
    rng = random.Random("kinds %d" % seed)
    kinds = [k for k in KINDS if k != "data" and rng.random() < 0.3]
    if o.data:
        kinds.append("data")
    if o.rewritten:
        return [k for k in kinds if k == "wide"]
    if not o.quick:
        return [k for k in kinds if k not in ("c89", "unsigned")]
    return [k for k in kinds if k != "c89" or "cxx" not in kinds]


def language(o, kinds):
    """Sets what the compilers are told of programs of these kinds."""
    o.cxx = "cxx" in kinds
    o.suffix = ".cpp" if o.cxx else ".c"
    o.standard = (["-std=c++17", "-x", "c++"] if o.cxx else
                  ["-std=gnu89"] if "c89" in kinds else ["-std=c99"])


def prove(o, seed):
    """Everything about one program; the number of regions transformed."""
    o.seed, o.sequences = seed, 0
    kinds = kinds_of(o, seed)
    language(o, kinds)
    program = RandomProgram(seed, kinds, o.small)
    plain = kernel = os.path.join(o.work, "kernel" + o.suffix)
    write(plain, program.kernel())
    if o.rewritten:
        kernel = os.path.join(o.work, "rewritten" + o.suffix)
        write(kernel, RewrittenProgram(seed, kinds, o.small).kernel())
    if o.quick:
        return look(o, seed, kernel)
    original = os.path.join(o.work, "original")
    write(original + o.suffix, program.main(plain, False))
    level = ["-O0" if o.scripts or o.fast else "-O1", "-w"]
    compile_program(o, o.gcc, level + SANITIZERS + TRAPS, original + o.suffix,
                    original)
    expected = output(original)
    if o.plugin:
        return prove_passes(o, seed, original, expected)
    transformed = 0
    seen = set()
    for k, mode in enumerate(modes_of(o, seed)):
        try:
            new, count = rewrite(o, kernel, mode)
            transformed += count
            if o.numbers:
                compare_plans(o, plain, kernel, mode)
            text = read(new)
            if count == 0 or text in seen:
                continue
            seen.add(text)
            if not o.fast and (k == 0 or not o.scripts):
                check_warnings(o, kernel, new)
            driver = os.path.join(o.work, "driver")
            write(driver + o.suffix, program.main(new, True))
            own_gcc = o.fast or o.workers
            compiler = (o.gcc, o.gcc if own_gcc else o.clang)[(seed + k) % 2]
            # To optimize what is sanitized takes GCC three times as long,
            # Clang ten times, and hides what the sanitizers would see.
            own = [] if compiler == o.clang else list(TRAPS)
            if o.workers:
                own.append("-fopenmp")
                os.environ["OMP_WAIT_POLICY"] = "passive"
                os.environ["OMP_NUM_THREADS"] = str(2 + (seed + k) % 3)
                o.teams += text.count("#pragma omp parallel")
            compile_program(o, compiler, ["-O0", "-w"] + SANITIZERS + own,
                            driver + o.suffix, driver)
            compare(expected, output(driver))
        except Failure as failure:
            raise Failure("%s: %s" % (" ".join(mode), failure))
    return transformed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", nargs="+", default=["1-10"],
                        help="seeds, as 1-10 or 3 5-8 (default: 1-10)")
    parser.add_argument("--modes", type=int, default=len(MODES),
                        help="modes of each program")
    parser.add_argument("--mode", type=str.split, metavar="OPTIONS",
                        help="these options of stevedore as the only mode")
    parser.add_argument("--limits", type=int, default=0,
                        help="limits of isl operations to try in each mode")
    for kind in KINDS:
        parser.add_argument("--" + kind, dest="kinds", action="append_const",
                            const=kind, default=[], help="programs of that kind")
    parser.add_argument("--mixed", action="store_true",
                        help="kinds that depend on the seed")
    parser.add_argument("--small", action="store_true",
                        help="programs of few loops")
    parser.add_argument("--scripts", action="store_true",
                        help="up to 50 random steps decide the order, others in "
                        "each mode")
    parser.add_argument("--budget", default="5",
                        help="of a script's region (default: %(default)s)")
    parser.add_argument("--quick", action="store_true",
                        help="one mode for each program, not run but replayed")
    parser.add_argument("--fast", action="store_true",
                        help="compile by gcc alone, without optimization and "
                        "without a look at warnings")
    parser.add_argument("--workers", action="store_true",
                        help="two to four threads share tiles out")
    parser.add_argument("--rewritten", action="store_true",
                        help="programs as libraries write them")
    parser.add_argument("--plugin",
                        help="through the passes of this plugin, in LLVM IR")
    parser.add_argument("--seconds", type=float,
                        help="leave out programs that take the tool more "
                        "processor time")
    for name in ("work", "stevedore", "gcc", "clang"):
        parser.add_argument("--" + name, required=True)
    o = parser.parse_args()
    o.data = "data" in o.kinds
    o.reasons = []
    o.caught = o.steps = o.teams = o.plans = o.alike = 0
    os.makedirs(o.work, exist_ok=True)
    o.runtime = os.path.join(o.work, "runtime.o")
    subprocess.run([o.gcc, "-O2", "-c", "-o", o.runtime, os.path.join(
        HERE, "harness", "random_runtime.c")], check=True)
    seeds = seeds_of(o.seeds)
    failed = transformed = slow = 0
    for seed in seeds:
        try:
            transformed += prove(o, seed)
        except TooSlow:
            slow += 1
        except Failure as failure:
            failed += 1
            print("seed %d: %s" % (seed, failure), flush=True)
    costly = sum("budget" in r or "no bounded" in r for r in o.reasons)
    print("%d programs, %d regions transformed, %d refused, %d too costly, "
          "%d mistakes caught, %d failed"
          % (len(seeds), transformed, len(o.reasons) - costly, costly,
             o.caught, failed))
    if o.seconds:
        print("%d of them left out" % slow)
    if o.workers:
        print("%d teams" % o.teams)
    if o.rewritten:
        print("%d of %d plans are those of the plain form" % (o.alike, o.plans))
    if o.scripts:
        print("%d legal steps" % o.steps)
    for reason in sorted(set(o.reasons)):
        print("  left alone %d times: %s" % (o.reasons.count(reason), reason))
    return failed != 0


sys.exit(main())
