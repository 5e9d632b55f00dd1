#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What kernels of test/EndToEnd move with the sizes that --choose takes, in
memories of 4K, 16K and 64K doubles, over what has to move. Prints a row for each
kernel; with --most=RATIO, exit status 1 where one of the kernels that are named
moves more than that."""

import argparse
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INPUTS = os.path.join(ROOT, "test", "EndToEnd", "Inputs")
# Values, and the bytes of an element.
KERNELS = {
    "gemm": ("n=4000,m=4000,p=4000", 8),
    "syrk": ("n=2600,m=2000", 8),
    "lu": ("n=2000", 8),
    "cholesky": ("n=2000", 8),
    "floyd-warshall": ("n=2800", 4),
}
DOUBLES = ("4K", "16K", "64K")


def ratio(stevedore, kernel, doubles):
    """Elements that are moved over those of the bound, and the sizes."""
    values, width = KERNELS[kernel]
    memory = "%dK" % (int(doubles[:-1]) * 8)
    answer = subprocess.run(
        [stevedore, "--local-memory=" + memory, "--choose=" + values,
         os.path.join(INPUTS, kernel + ".c"), "--", "-std=c99"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    region = json.loads(answer.stdout)["regions"][0]
    sizes = ",".join(map(str, region["best"]["tiles"].values()))
    return region["best"]["bytes"] / width / region["bound"], sizes


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stevedore", required=True)
    parser.add_argument("--most", type=float)
    parser.add_argument("kernels", nargs="*")
    asked = parser.parse_args()
    worst = 0
    print("| moved over the bound | " + " | ".join(
        d + " doubles" for d in DOUBLES) + " |")
    print("| --- |" + " --- |" * len(DOUBLES))
    for kernel in asked.kernels or KERNELS:
        found = [ratio(asked.stevedore, kernel, d) for d in DOUBLES]
        worst = max([worst] + [over for over, _ in found])
        print("| %s | " % kernel +
              " | ".join("%.2f (%s)" % one for one in found) + " |", flush=True)
    return 1 if asked.most and worst > asked.most else 0


sys.exit(main())
