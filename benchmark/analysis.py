#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists for each kernel of test/EndToEnd the time of each phase of the analysis,
the number of tiled loops, and the local memory that its buffers take at given
tile sizes, beside the largest number of elements that are live together, which
no buffer can do without; --json writes the same for machines."""

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
sys.path.insert(0, os.path.join(TESTS, "harness"))

sys.dont_write_bytecode = True
import description  # noqa: E402


def analyse(o, kernel):
    """The first region's report, the seconds of the whole run, and its reason
    when it was left alone."""
    report = os.path.join(o.work, kernel.name + ".json")
    begin = time.monotonic()
    done = subprocess.run(
        [o.stevedore, "--report=" + report, "-o", os.devnull] + o.option
        + [kernel.path, "--", "-std=c99"] + kernel.large_definitions,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seconds = time.monotonic() - begin
    if done.returncode:
        return None, seconds, done.stderr.strip()[-300:]
    with open(report) as text:
        region = json.load(text)["regions"][0]
    return region, seconds, region.get("reason", "")


def evaluate(o, kernel, tiles):
    """(array, cells, ratio, modular) for each buffer, at LARGE sizes and the
    given tile sizes: the ratio of cells to the lower bound, None where that was
    not counted, and that to what any modular mapping of the array needs, None
    where that is not known to be more."""
    values = ["%s=%d" % p for p in zip(kernel.sizes, kernel.large)]
    values += ["T%d=%d" % (k + 1, o.tile) for k in range(tiles)]
    done = subprocess.run(
        [o.stevedore, "--evaluate=" + ",".join(values)] + o.option
        + [kernel.path, "--", "-std=c99"] + kernel.large_definitions,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        timeout=o.limit)
    if done.returncode:
        return []
    return [(a["name"], a.get("cells"), a.get("ratio"),
             a.get("cells", 0) / a["modularBound"]
             if "modularBound" in a else None)
            for region in json.loads(done.stdout)["regions"]
            for a in region.get("arrays", [])]


def summary(o, kernel):
    region, seconds, reason = analyse(o, kernel)
    row = {"kernel": kernel.name, "seconds": seconds, "reason": reason}
    if not region or region["status"] != "transformed":
        return row
    row["tiles"] = len(region["tiles"])
    row["phases"] = {p["name"]: p["milliseconds"] for p in region["phases"]}
    if o.cells:
        try:
            row["cells"] = evaluate(o, kernel, row["tiles"])
        except subprocess.TimeoutExpired:
            row["cells"] = []
            row["late"] = True
    return row


def print_table(o, rows):
    phases = []
    for row in rows:
        phases += [p for p in row.get("phases", {}) if p not in phases]
    heads = ["kernel", "s", "tiles"] + [p + " ms" for p in phases]
    heads += ["cells at T=%d (over the bound)" % o.tile] if o.cells else []
    print("| " + " | ".join(heads) + " |")
    print("|" + " --- |" * len(heads))
    for row in rows:
        cells = [row["kernel"], "%.2f" % row["seconds"],
                 str(row.get("tiles", "-"))]
        cells += ["%.0f" % row["phases"][p] if p in row.get("phases", {})
                  else "-" for p in phases]
        if o.cells:
            cells.append(", ".join(
                "%s %s" % (name, size) + (" (%.2f)" % ratio if ratio else "")
                for name, size, ratio, _ in row.get("cells", [])))
        print("| " + " | ".join(cells) + " |")
    done = [r for r in rows if "tiles" in r]
    print("\n%d of %d kernels transformed, %.1f s together, the slowest %.2f s"
          % (len(done), len(rows), sum(r["seconds"] for r in rows),
             max([r["seconds"] for r in rows] + [0])))
    for row in rows:
        if "tiles" not in row:
            print("%s: %s" % (row["kernel"], row["reason"]))


def print_ratios(rows):
    """The geometric mean of cells over lower bound; and what is above 2, with
    what is known of its cause (docs/limitations.md, "Sizes of buffers")."""
    ratios = [(row["kernel"], array, ratio, modular) for row in rows
              for array, _, ratio, modular in row.get("cells", []) if ratio]
    if not ratios:
        return
    mean = math.exp(sum(math.log(r[2]) for r in ratios) / len(ratios))
    print("\ncells / lower bound: geometric mean %.2f over %d arrays, "
          "%d above 2" % (mean, len(ratios), sum(r[2] > 2 for r in ratios)))
    for kernel, array, ratio, modular in ratios:
        if ratio > 2:
            print("  %s, %s: %.2f" % (kernel, array, ratio)
                  + (", %.2f times what any modular mapping needs" % modular
                     if modular else ""))
    for row in rows:
        if row.get("late"):
            print("  %s: not counted in time" % row["kernel"])
        for array, _, ratio, _ in row.get("cells", []):
            if not ratio:
                print("  %s, %s: not counted" % (row["kernel"], array))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels", nargs="*", help="names; default: all")
    parser.add_argument("--stevedore", default="stevedore")
    parser.add_argument("--work", default="benchmark-work")
    parser.add_argument("--json")
    parser.add_argument("--option", action="append", default=[],
                        help="passed on to stevedore")
    parser.add_argument("--tile", type=int, default=32)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--cells", action="store_true",
                        help="evaluate the sizes of the buffers, too")
    o = parser.parse_args()
    os.makedirs(o.work, exist_ok=True)
    rows = []
    for path in sorted(glob.glob(os.path.join(TESTS, "Inputs", "*.c"))):
        kernel = description.Kernel(path)
        if kernel.large and (not o.kernels or kernel.name in o.kernels):
            rows.append(summary(o, kernel))
            if sys.stderr.isatty():
                print("%s: %.2f s" % (kernel.name, rows[-1]["seconds"]),
                      file=sys.stderr)
    print_table(o, rows)
    if o.cells:
        print_ratios(rows)
    if o.json:
        with open(o.json, "w") as out:
            json.dump(rows, out, indent=1)
    return 0 if all("tiles" in r for r in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
