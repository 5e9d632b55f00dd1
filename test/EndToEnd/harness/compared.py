#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the kernels whose transfers no test compares with brute force under
reuse over the nest: compared.py DIRECTORY, where the directory has tests and
Inputs. Exit status 0 when there are none."""

import glob
import os
import re
import sys


def commands(path):
    """The commands of one test, what it defines put in."""
    with open(path) as text:
        lines = re.sub(r"\\\n# *\w+:", " ", text.read()).splitlines()
    definitions, found = {}, []
    for line in lines:
        key, _, rest = line.lstrip("# ").partition(": ")
        if key in ("DEFINE", "REDEFINE"):
            name, _, value = rest.partition("=")
            definitions[name.strip()] = value.strip()
        elif key == "RUN":
            for name, value in reversed(definitions.items()):
                rest = rest.replace(name, value)
            found.append(rest)
    return found


def compares(command):
    """Whether the command compares under `nest`."""
    modes = re.search(r"--modes=(\S*)", command)
    return ("run.py" in command and "--bruteforce=" in command
            and (not modes or "nest" in modes.group(1).split(",")))


def main():
    where = sys.argv[1]
    every = [c for path in glob.glob(os.path.join(where, "*.test"))
             for c in commands(path) if compares(c)]
    missing = [os.path.basename(k)
               for k in sorted(glob.glob(os.path.join(where, "Inputs", "*.c")))
               if not any("/" + os.path.basename(k) in c for c in every)]
    print("\n".join("not compared: " + k for k in missing))
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
