#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares whole programs built by clang at -O3 without and with the plugin. Each
program is one argument: what a compiler is given for it, source files and flags,
then perhaps "--" and the program's own arguments, as in
"heat.c grid.c -Iinclude -lm -- 500". Both programs must print the same and end
with the same status. Prints a line for each with the processor time of both, in
turns, the best of some rounds, and the seconds that both builds take; and the
geometric mean over the programs in which some loops were replaced. A program that
ends otherwise makes the exit status 1, and so does one that takes more than some
hundredths of a second and is slower than 0.95 of the original."""

import argparse
import json
import os
import re
import resource
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
import speed  # noqa: E402

# Seconds; what takes less says nothing about speed.
JUDGED = 0.05


def run(command, seconds, program=None):
    """(what was printed, exit status, seconds of processor time) of a command,
    or of \p program under the command's name."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, executable=program, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=seconds)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (done.stdout, done.returncode,
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def build(o, words, flags, program):
    """The number of loop nests that were replaced, and the seconds it took."""
    text, status, seconds = run([o.compiler, "-O3", "-o", program] + flags
                                + words, o.limit)
    if status:
        said = re.findall(rb".*(?:error|undefined).*", text) or [b""]
        raise RuntimeError("does not compile: "
                           + said[0].decode(errors="replace"))
    return len(re.findall(rb"\[-Rpass=stevedore\]", text)), seconds


def measure(o, argument):
    words = shlex.split(argument)
    own = []
    if "--" in words:
        own = words[words.index("--") + 1:]
        words = words[:words.index("--")]
    row = {"program": words[0]}
    programs = [os.path.join(o.work, side) for side in ("original", "tiled")]
    plugin = ["-fplugin=" + o.plugin, "-Rpass=stevedore"] + [
        "-fplugin-arg-stevedore-" + option for option in o.option]
    _, row["clang"] = build(o, words + o.flag, [], programs[0])
    row["regions"], row["plugin"] = build(o, words + o.flag, plugin,
                                          programs[1])
    if not row["regions"]:
        return row
    best, wanted = [None, None], None
    for _ in range(o.rounds):
        for side, program in enumerate(programs):
            text, status, seconds = run(
                ["program"] + own, o.limit, os.path.abspath(program))
            wanted = wanted or (text, status)
            if (text, status) != wanted:
                raise RuntimeError("prints something else than the original")
            best[side] = min(best[side] or seconds, seconds)
    row["original"], row["tiled"] = best
    return row


def print_table(rows):
    print("| program | regions | original s | tiled s | speed | clang s | "
          "with the plugin s |")
    print("|" + " --- |" * 7)
    for row in rows:
        if "error" in row:
            print("%s: %s" % (row["program"], row["error"]))
        elif row["regions"]:
            print("| %s | %d | %.3f | %.3f | %.2f | %.1f | %.1f |" % (
                row["program"], row["regions"], row["original"], row["tiled"],
                speed.ratio(row, ("original", "tiled")) or 1, row["clang"],
                row["plugin"]))
    found = [speed.ratio(r, ("original", "tiled")) for r in rows
             if r.get("regions") and "tiled" in r]
    print("\n%d programs, in %d of them loops were replaced: geometric mean %s"
          % (len(rows), len(found), speed.cell(speed.geometric_mean(found))))
    return any("error" in row or row.get("original", 0) > JUDGED
               and speed.ratio(row, ("original", "tiled")) < speed.LEAST
               for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--plugin", default="StevedoreClang.so")
    parser.add_argument("--compiler", default="clang-22")
    parser.add_argument("--flag", action="append", default=[],
                        help="of the compiler, for all programs")
    parser.add_argument("--option", action="append", default=[],
                        help="of the plugin, without its dashes")
    parser.add_argument("--work", default="benchmark-work")
    parser.add_argument("--json")
    parser.add_argument("--limit", type=float, default=120,
                        help="seconds for a run or a build")
    parser.add_argument("--rounds", type=int, default=3)
    o = parser.parse_args()
    os.makedirs(o.work, exist_ok=True)
    rows = []
    for argument in o.programs:
        try:
            rows.append(measure(o, argument))
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            rows.append({"program": argument, "error": str(error)})
        if sys.stderr.isatty():
            print(rows[-1], file=sys.stderr)
    fails = print_table(rows)
    if o.json:
        with open(o.json, "w") as out:
            json.dump(rows, out, indent=1)
    return 1 if fails else 0


if __name__ == "__main__":
    sys.exit(main())
