#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""limits.py NUMBER STEVEDORE SOURCE OUTPUT

Rewrites a C file under NUMBER limits of isl operations, spread evenly up to the
least power of two under which no region is left alone. The tool has to end by
itself each time, without an internal error."""

import subprocess
import sys


def rewrite(stevedore, source, output, limit):
    done = subprocess.run(
        [stevedore, "--budget=10,%d" % limit, source, "-o", output, "--",
         "-std=c99"], stderr=subprocess.PIPE, text=True, timeout=15)
    if done.returncode != 0 or "internal error" in done.stderr:
        sys.exit("limit %d: exit status %d: %s"
                 % (limit, done.returncode, done.stderr))
    return done.stderr


def main():
    number = int(sys.argv[1])
    most = 1
    while rewrite(*sys.argv[2:], most):
        most *= 2
    left = sum("left alone" in rewrite(*sys.argv[2:], most * k // number + 1)
               for k in range(number))
    print("%d limits, %d left alone, %d rewritten"
          % (number, left, number - left))


if __name__ == "__main__":
    main()
