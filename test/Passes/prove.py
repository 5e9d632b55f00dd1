#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves what the pass makes of LLVM IR by running it: compiles kernels with the
pass plugin, for each reuse mode and constant tile size, runs them at many problem
sizes beside the original, and compares every array byte for byte. Prints what
became of the regions of each kernel. Exit status 0 when all results are the
same."""

import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, os.pardir, "EndToEnd")
sys.path[:0] = [KERNELS, os.path.join(KERNELS, "harness")]

sys.dont_write_bytecode = True
import description  # noqa: E402
import driver  # noqa: E402
import run as proving  # noqa: E402

proving.BUILDS["pass"] = ("clang", ["-std=c99", "-O2"])
proving.BUILDS["pass-sanitize"] = (
    "clang", ["-std=c99", "-O1", "-g", "-fsanitize=address"])


def flags_of(o, mode, tile, report):
    given = {"tile": tile, "reuse": mode, "profitable": "off", "report": report}
    given.update(pair.split("=", 1) for pair in o.option)
    flags = ["-fpass-plugin=" + o.plugin]
    for name, value in given.items():
        flags += ["-mllvm", "-stevedore-%s=%s" % (name, value)]
    return flags


def compile_versions(o, kernel, where):
    """The program of all versions, and their reports by version."""
    os.makedirs(where, exist_ok=True)
    named = {"%s_%s" % (m, t.replace(",", "_")): (m, t)
             for m in o.modes.split(",") for t in o.sizes}
    reports = {}
    flags = proving.BUILDS[o.build][1]
    tables = driver.tables(kernel,
                           [(v, 0) for v in ["original"] + list(named)])
    objects = []
    for version in ["original"] + list(named):
        file = os.path.join(where, version + ".c")
        own = []
        proving.write(file, driver.version(kernel, kernel.path, version, False)
                      + (tables if version == "original" else ""))
        if version in named:
            reports[version] = os.path.join(where, version + ".json")
            own = flags_of(o, *named[version], reports[version])
        objects.append(file[:-2] + ".o")
        proving.shell([o.clang] + flags + own + kernel.definitions
                      + ["-I" + os.path.join(KERNELS, "harness"), "-c", file,
                         "-o", objects[-1]])
    program = os.path.join(where, "program")
    proving.shell([o.clang] + flags + proving.LINKER + objects
                  + proving.common_objects(o, o.build)
                  + ["-o", program] + kernel.libs)
    return program, reports


def outcomes(reports, function):
    """What became of the regions of the kernel in each version."""
    for version, path in reports.items():
        with open(path) as text:
            regions = [r for r in json.load(text)["regions"]
                       if r["function"].startswith(function)]
        reasons = [r["reason"] for r in regions
                   if r["status"] != "transformed"]
        yield version, len(regions) - len(reasons), reasons


def prove(o, path):
    """Whether the regions of a kernel were all transformed in all versions."""
    kernel = description.Kernel(path)
    o.work = os.path.join(o.root, kernel.name)
    o.candidate = o.kernel = path
    os.makedirs(o.work, exist_ok=True)
    program, reports = compile_versions(o, kernel, os.path.join(o.work, o.build))
    proving.run(o, kernel, program)
    done = list(outcomes(reports, kernel.function))
    for version, count, reasons in done:
        for reason in reasons or ([] if count else ["no region is found"]):
            print("  %s, %s: %s" % (kernel.name, version, reason))
    return all(count and not reasons for _, count, reasons in done)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels", nargs="+")
    for name in ("plugin", "clang", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--modes", default="strip,none,nest")
    parser.add_argument("--sizes", nargs="+", default=["2", "3", "32"])
    parser.add_argument("--option", action="append", default=[],
                        help="NAME=VALUE, passed on to the pass")
    parser.add_argument("--build", default="pass",
                        choices=["pass", "pass-sanitize"])
    o = parser.parse_args()
    o.root, o.tiles, o.gcc = os.path.abspath(o.work), {}, None
    o.workers, o.team = 0, False
    whole, failed = 0, 0
    for path in o.kernels:
        try:
            whole += prove(o, os.path.abspath(path))
        except proving.Failure as failure:
            failed += 1
            print("%s: FAILED: %s" % (path, failure), flush=True)
    print("%d kernels, %d transformed, %d failed"
          % (len(o.kernels), whole, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
