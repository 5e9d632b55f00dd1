#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares, for each kernel of test/EndToEnd at the sizes of PolyBench's LARGE
data set and for each compiler at -O3, the original, the tiled loops without
buffers, and the emitted C at run-time and at constant tile sizes. Prints a table
of times and ratios with geometric means; --json writes the same for machines.
--against=OPTION measures the emitted C with that option, too, in the same run.
Every version's result is compared with the original's, bit for bit."""

import argparse
import glob
import json
import math
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(os.path.dirname(HERE), "test", "EndToEnd")
HARNESS = os.path.join(TESTS, "harness")
sys.path.insert(0, HARNESS)

sys.dont_write_bytecode = True
import description  # noqa: E402
import driver  # noqa: E402

VERSIONS = ["original", "direct", "runtime", "runtime_against", "constant",
            "constant_against"]
# What is slower than this is told.
LEAST = 0.95
RATIOS = [("direct", "original"), ("runtime", "original"),
          ("constant", "original"), ("runtime", "direct"),
          ("constant", "direct"), ("runtime_against", "runtime"),
          ("constant_against", "constant")]


def shell(command, seconds=600):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=seconds)
    if done.returncode:
        raise RuntimeError("%s: exit status %d: %s" % (
            " ".join(command[:2]), done.returncode, done.stderr[-400:]))
    return done.stdout


def rewrite(o, kernel, work):
    """{ version: file }; direct only where the tool can make it."""
    flags = ["--", "-std=c99"] + kernel.large_definitions
    report = os.path.join(work, "report.json")
    # What does not pay on a machine is left alone on purpose.
    strict = [] if any(f.startswith("--machine") for f in o.option) \
        else ["--strict"]
    files = {"original": kernel.path}
    requests = [("runtime", []), ("direct", ["--allocation=none"]),
                ("constant", None)]
    if o.against:
        requests += [("runtime_against", o.against), ("constant_against", None)]
    for version, options in requests:
        if version not in o.versions and version != "runtime":
            continue
        if options is None:
            with open(report) as text:
                tiles = sum(len(r.get("tiles", []))
                            for r in json.load(text)["regions"])
            sizes = (o.tile + [o.tile[-1]] * tiles)[:tiles]
            options = ["--tile=" + ",".join(map(str, sizes))]
            options += o.against if version == "constant_against" else []
        out = os.path.join(work, version + ".rewritten.c")
        try:
            shell([o.stevedore, "-o", out, "--report=" + report] + strict
                  + options + o.option + [kernel.path] + flags)
            files[version] = out
        except RuntimeError as error:
            if version != "direct":
                raise
            print("%s: no tiled loops without buffers: %s" % (kernel.name, error),
                  file=sys.stderr)
    return files


def build(compiler, kernel, files, work):
    """One program that holds every version."""
    kernel.grid = [kernel.large]
    sources = {"tables.c": driver.structs(kernel)
               + driver.tables(kernel, [(v, 0) for v in files])}
    for version, file in files.items():
        sources[version + ".c"] = driver.version(kernel, file, version,
                                                 version != "original")
    flags = ["-O3", "-std=gnu99", "-w", "-DSTV_DEFAULT_MACROS",
             "-I" + HARNESS] + kernel.large_definitions
    paths = [os.path.join(HERE, "timer.c"), os.path.join(HARNESS, "runtime.c"),
             os.path.join(HARNESS, "unchecked.c")]
    for name, text in sources.items():
        paths.append(os.path.join(work, name))
        with open(paths[-1], "w") as out:
            out.write(text)
    program = os.path.join(work, "program")
    shell([compiler] + flags + paths + ["-o", program] + kernel.libs)
    return program


def measure(o, kernel, compiler, files, work, left):
    """{ version: seconds, or None where the time ran out }."""
    program = build(compiler, kernel, files, work)
    times, wanted = {}, None
    for version in (v for v in o.versions if v in files):
        limit = min(left(), o.limit if wanted is None
                    else max(10.0, 12 * times.get("original", o.limit)))
        times[version] = None
        if limit <= 0:
            continue
        try:
            found = json.loads(shell(
                [program, version, str(o.rounds), str(o.enough)]
                + [str(t) for t in o.tile], limit))
        except subprocess.TimeoutExpired:
            if version == "original":
                break
            continue
        wanted = wanted or found["hash"]
        if found["hash"] != wanted:
            raise RuntimeError("%s: the %s version is wrong" % (kernel.name,
                                                                version))
        times[version] = found["seconds"]
    return times


def ratio(times, pair):
    upper, lower = times.get(pair[0]), times.get(pair[1])
    return upper / lower if upper and lower else None


def geometric_mean(values):
    values = [v for v in values if v]
    if not values:
        return None
    return math.exp(sum(map(math.log, values)) / len(values))


def cell(value, form="%.2f"):
    return form % value if value else "-"


def print_table(compiler, rows):
    print("\n%s -O3" % compiler)
    heads = ["kernel", "original s"] + ["%s/%s" % p for p in RATIOS]
    print("| " + " | ".join(heads) + " |")
    print("|" + " --- |" * len(heads))
    for name, times in sorted(rows.items()):
        cells = [cell(times.get("original"), "%.3f")]
        cells += [cell(ratio(times, p)) for p in RATIOS]
        print("| " + " | ".join([name] + cells) + " |")
    means = [cell(geometric_mean([ratio(t, p) for t in rows.values()]))
             for p in RATIOS]
    print("| " + " | ".join(["geometric mean", ""] + means) + " |")


def why_slower(times):
    """What takes longer in a version than in the original."""
    direct = ratio(times, ("direct", "original"))
    if direct is None:
        return "not told apart without the version 'direct'"
    if direct > 1 / LEAST:
        return "the tiled loops are slower without buffers, too (%.2f)" % (
            1 / direct)
    return "buffers: the same loops without them are at %.2f" % (1 / direct)


def print_speedups(compiler, rows):
    """How many times as fast as the original each version is, and what was slower
    and why."""
    versions = [v for v in VERSIONS[1:]
                if any(t.get(v) for t in rows.values())]
    print("\n%s -O3, speed over the original" % compiler)
    print("| kernel | " + " | ".join(versions) + " |")
    print("|" + " --- |" * (len(versions) + 1))
    for name, times in sorted(rows.items()):
        print("| " + " | ".join([name] + [
            cell(ratio(times, ("original", v))) for v in versions]) + " |")
    print("| " + " | ".join(["geometric mean"] + [
        cell(geometric_mean([ratio(t, ("original", v)) for t in rows.values()]))
        for v in versions]) + " |")
    for name, times in sorted(rows.items()):
        for v in versions:
            speed = ratio(times, ("original", v))
            if speed and speed < LEAST:
                print("%s, %s: %.2f: %s" % (name, v, speed,
                                            why_slower(times)))


def report_progress(o, name, results, failures):
    """What is known so far, for who watches and for who interrupts."""
    if name in failures:
        print("%s: failed" % name, file=sys.stderr)
    else:
        ratios = [cell(ratio(results[c].get(name, {}), ("runtime", "direct")))
                  for c in o.compiler]
        print("%s: %s of the tiled loops without buffers" % (
            name, ", ".join("%s %s" % p for p in zip(o.compiler, ratios))),
            file=sys.stderr)
    if o.json:
        with open(o.json, "w") as out:
            json.dump({"tile": o.tile, "seconds": results,
                       "failures": failures}, out, indent=1)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels", nargs="*", help="names; default: all")
    parser.add_argument("--stevedore", default="stevedore")
    parser.add_argument("--compiler", action="append", default=[])
    parser.add_argument("--work", default="benchmark-work")
    parser.add_argument("--json")
    parser.add_argument("--table", action="store_true",
                        help="speeds over the original, what was slower and why")
    parser.add_argument("--option", action="append", default=[],
                        help="passed on to stevedore")
    parser.add_argument("--against", action="append", default=[],
                        help="an option: the emitted C is measured with it, too")
    parser.add_argument("--versions", default=VERSIONS,
                        type=lambda s: s.split(","),
                        help="what is measured (default: all)")
    parser.add_argument("--tile", default="32",
                        type=lambda s: [int(v) for v in s.split(",")])
    parser.add_argument("--seconds", type=float, default=3600,
                        help="for everything; what is left is not measured")
    parser.add_argument("--limit", type=float, default=120,
                        help="for one original")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--enough", type=float, default=1.0,
                        help="seconds of repetitions of one version")
    o = parser.parse_args()
    o.compiler = o.compiler or ["gcc", "clang-22"]
    return o


def main():
    o = parse_arguments()
    end = time.monotonic() + o.seconds
    paths = sorted(glob.glob(os.path.join(TESTS, "Inputs", "*.c")))
    results = {c: {} for c in o.compiler}
    failures = {}
    for path in paths:
        kernel = description.Kernel(path)
        if o.kernels and kernel.name not in o.kernels or not kernel.large:
            continue
        if time.monotonic() > end:
            failures[kernel.name] = "not measured: the time was up"
            continue
        work = os.path.join(os.path.abspath(o.work), kernel.name)
        os.makedirs(work, exist_ok=True)
        try:
            files = rewrite(o, kernel, work)
            for compiler in o.compiler:
                results[compiler][kernel.name] = measure(
                    o, kernel, compiler, files, work,
                    lambda: end - time.monotonic())
        except (RuntimeError, OSError) as error:
            failures[kernel.name] = str(error)
        report_progress(o, kernel.name, results, failures)
    for compiler in o.compiler:
        show = print_speedups if o.table else print_table
        show(compiler, results[compiler])
    for name, reason in failures.items():
        print("%s: %s" % (name, reason))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
