"""Compares both models of each kernel, and the result with a list.

A line of the list is `kernel: reason` for each kernel that does not agree with
its LLVM IR in all accesses to arrays. Kernels that are not listed have to
agree, listed ones must not, and nothing may differ.

  kernels.py STEVEDORE LIST DIR KERNEL.c...
"""

import json
import os
import subprocess
import sys


def opinion(tool, path, work):
    """Numbers of accesses and of those that agree, and differences."""
    name = os.path.join(work, "report.json")
    with open(path) as file:
        macros = [macro for line in file if line.startswith("//@ define")
                  for macro in line.split()[2:]]
    subprocess.run(
        [tool, "--cross-check", "--print=scop", "--report=" + name, path, "--",
         "-w", *("-D" + macro for macro in macros)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        check=True)
    with open(name) as file:
        report = json.load(file)
    said = [r["crossCheck"] for r in report["regions"] if "crossCheck" in r]
    return (sum(s["accesses"] for s in said), sum(s["agreed"] for s in said),
            [d for s in said for d in s["differences"]])


def main():
    tool, list_name, work, *paths = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    with open(list_name) as file:
        listed = dict(line.rstrip("\n").split(": ", 1) for line in file)
    wrong = agreeing = 0
    for path in paths:
        name = os.path.splitext(os.path.basename(path))[0]
        accesses, agreed, differences = opinion(tool, path, work)
        agrees = accesses == agreed and accesses > 0
        agreeing += agrees
        for difference in differences:
            print(f"{name}: {difference}")
        if agrees == (name in listed) or differences:
            print(f"{name}: {agreed} of {accesses} accesses agree, "
                  f"{'listed' if name in listed else 'not listed'}")
            wrong += 1
    print(f"{len(paths)} kernels, {agreeing} agree, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())
