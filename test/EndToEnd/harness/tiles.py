# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many tile sizes the regions of a file have, as the tool says it."""

import re

UNKNOWN = re.compile(
    r"no region has a tile size 'T\d+'(?:; the last one is 'T(\d+)')?")


def count(schedule):
    """The number of tile sizes that a printed schedule names."""
    return max(map(int, re.findall(r" tiled, .*?T(\d+)\)", schedule)), default=0)


def sized(run, count):
    """What run(count) answers, an object with stderr; where the regions have
fewer tile sizes, with as many as they have."""
    done = run(count)
    fewer = UNKNOWN.search(done.stderr)
    return run(int(fewer.group(1) or 0)) if fewer else done
