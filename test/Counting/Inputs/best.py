# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""best.py STEVEDORE_OPT FILE VALUES CELLS LARGEST SIZES: compares what `--choose`
chooses for FILE at VALUES, with at most CELLS cells, with the best of all vectors of
SIZES tile sizes from 1 to LARGEST, which `--evaluate` counts. Exit status 0 when
nothing is better than what is chosen."""

import itertools
import json
import subprocess
import sys


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def main():
    tool, file, values, cells, largest, count = sys.argv[1:7]
    chosen = json.loads(run([tool, "--choose=" + values, "--local-memory=" + cells, file]))
    vectors = list(itertools.product(range(1, int(largest) + 1), repeat=int(count)))
    texts = [values + "".join(",T%d=%d" % (k + 1, s) for k, s in enumerate(v))
             for v in vectors]
    lines = run([tool, "--evaluate=" + texts[0]] + ["--also-at=" + t for t in texts[1:]]
                + [file]).splitlines()
    best = None
    for vector, line in zip(vectors, lines):
        arrays = json.loads(line)["arrays"]
        if sum(a["cells"] for a in arrays) <= int(cells):
            moved = sum(a["loads"] + a["stores"] for a in arrays)
            best = min(best or (moved, vector), (moved, vector))
    print("%d vectors, best %s, chosen %s" % (len(lines), best, chosen["best"]))
    bound = chosen["bound"]
    if chosen["best"]["bytes"] > best[0] or chosen["best"]["localBytes"] > int(cells):
        print("something is better")
        return 1
    if bound is not None and bound > best[0]:
        print("less than the bound %d moves" % bound)
        return 1
    front = [(c["localBytes"], -c["bytes"]) for c in chosen["pareto"]]
    if front != sorted(front):
        print("not a front: %s" % front)
        return 1
    print("nothing is better")
    return 0


sys.exit(main())
