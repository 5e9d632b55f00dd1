# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The seeds of random programs, as tests and campaigns name them."""


def seeds_of(parts):
    """The numbers of "3" and "5-8"."""
    result = []
    for part in parts:
        first, _, last = part.partition("-")
        result += range(int(first), int(last or first) + 1)
    return result
