# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""choices.py STEVEDORE CHOOSE_CHECK [LARGEST [KERNEL...]]: compares the sizes that
are chosen for kernels, in memories of 4K, 16K and 64K doubles, with all sizes up
to LARGEST, 64 by default. Exit status 0 where none is better."""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
END_TO_END = os.path.join(HERE, "..", "..", "EndToEnd", "Inputs")
# File, function, values.
KERNELS = {
    "gemm": ("gemm.c", "gemm", "n=500,m=600,p=700"),
    "lu": ("lu.c", "lu", "n=700"),
    "jacobi-1d": ("jacobi-1d.c", "jacobi1d", "steps=500,n=20000"),
    "jacobi-2d": ("jacobi-2d.c", "jacobi2d", "steps=100,n=400"),
    "conv": ("convolution.c", "convolve", "h=400,w=500,k=5"),
    "fir": (os.path.join(HERE, "entered.c"), "filter", "n=20000,m=300"),
    "doitgen": ("doitgen.c", "doitgen", "r=60,q=70,p=80"),
    "mvt": ("mvt.c", "mvt", "n=2000"),
}
# In text form each element takes one byte.
MEMORIES = ("4K", "16K", "64K")


def main(tool, check, largest="64", *kernels):
    worse = 0
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels or KERNELS:
            file, function, values = KERNELS[kernel]
            text = os.path.join(folder, kernel + ".stv")
            with open(text, "w", encoding="utf-8") as out:
                subprocess.run([tool, "--print=scop", "--functions=^%s$" % function,
                                os.path.join(END_TO_END, file), "--", "-std=c99"],
                               stdout=out, stderr=subprocess.DEVNULL, check=True)
            for memory in MEMORIES:
                found = subprocess.run(
                    [check, largest, "--local-memory=" + memory,
                     "--choose=" + values, text], capture_output=True, text=True)
                print(kernel, memory + ":",
                      (found.stdout + found.stderr).strip(), flush=True)
                worse += found.returncode != 0
    print("%d are worse" % worse)
    return 1 if worse else 0


sys.exit(main(*sys.argv[1:]))
