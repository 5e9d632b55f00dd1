# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""best-in-two.py STEVEDORE_OPT FILE VALUES LARGEST SIZES NEAR FAR: compares the cycles of
what `--choose` chooses for FILE at VALUES, in a memory of NEAR cells that is filled from
one of FAR cells, with those of all vectors of SIZES tile sizes for each of them from 1 to
LARGEST, which `--evaluate` counts. Exit status 0 when nothing is better than what is
chosen."""

import itertools
import json
import subprocess
import sys
import tempfile

MACHINE = """memories:
  - { name: L1, bytes: %d, copy: { latency: 1, bytesPerCycle: 4 } }
  - { name: L2, bytes: %d, copy: { latency: 3, bytesPerCycle: 1 } }
"""


def main(tool, file, values, largest, count, near, far):
    most = {"L1": int(near), "L2": int(far)}
    names = [m + "T%d" % (k + 1) for m in ("L2_", "") for k in range(int(count))]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as machine:
        machine.write(MACHINE % (most["L1"], most["L2"]))
        machine.flush()

        def run(options):
            return subprocess.run([tool, "--machine=" + machine.name, *options, file],
                                  stdout=subprocess.PIPE, check=True, text=True).stdout

        chosen = json.loads(run(["--choose=" + values]))
        vectors = list(itertools.product(range(1, int(largest) + 1), repeat=len(names)))
        texts = [",".join([values] + ["%s=%d" % p for p in zip(names, v)]) for v in vectors]
        lines = run(["--evaluate=" + texts[0]]
                    + ["--also-at=" + t for t in texts[1:]]).splitlines()
    best = None
    for vector, line in zip(vectors, lines):
        found = json.loads(line)
        cells = dict.fromkeys(most, 0)
        for a in found["arrays"]:
            cells[a["memory"]] += a["cells"]
        if all(cells[m] <= most[m] for m in most):
            best = min(best or (found["cycles"], vector), (found["cycles"], vector))
    print("%d vectors, best %s, chosen %s" % (len(lines), best, chosen["best"]))
    if chosen["best"]["cycles"] > best[0]:
        print("something is better")
        return 1
    print("nothing is better")
    return 0


sys.exit(main(*sys.argv[1:]))
