"""Compares the model of each kernel with LLVM IR of a wrong copy of it.

A copy has one text replaced by another in one place, of the same length where
accesses follow on the line, so that these stand where they did. The kernel
itself has to agree with its LLVM IR, and each copy has to differ from it.

  mutants.py TWO-MODELS KERNELS DIR
"""

import os
import subprocess
import sys

# kernel, what it has, what the copy has, and what is said of the copy.
MUTANTS = [
    # subscripts
    ("jacobi-2d", "A[i][j - 1]", "A[i][j + 1]", "what is read from 'A'"),
    ("jacobi-2d", "A[i - 1][j]", "A[i][j - 1]", "what is read from 'A'"),
    ("gemm", "B[k][j]", "B[j][k]", "what is read from 'B'"),
    ("seidel-2d", "A[i + 1][j + 1]", "A[i + 1][j    ]", "'A'"),
    # arrays
    ("gemm", "A[i][k]", "B[i][k]", "LLVM IR has"),
    ("fdtd-2d", "hz[i][j]", "ex[i][j]", "LLVM IR has"),
    # bounds
    ("gemm", "k < p", "k < m", "what is read from 'A'"),
    ("lu", "k < j", "k < i", "what is read from 'A'"),
    ("trisolv", "j < i", "j <= i", "what is read from"),
    ("jacobi-2d", "i = 1", "i = 2", "what is written to 'B'"),
    # order
    ("bicg", "A[i][j];\n      q", "A[i][j]; } for (int j = 0; j < m; j += 1) {\n"
     "      q", "the order of execution"),
    # steps
    ("gemm", "k++", "k += 2", "what is read from 'A'"),
]


def compare(tool, source, other):
    result = subprocess.run([tool, source, other], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


def agrees(output):
    """Whether all accesses of all regions agree."""
    counts = [line.split() for line in output.splitlines()
              if line.endswith(" agree")]
    return bool(counts) and "differs" not in output and all(
        count[0] == count[2] and count[0] != "0" for count in counts)


def main():
    tool, kernels, work = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    failed = 0
    for kernel in sorted({mutant[0] for mutant in MUTANTS}):
        path = os.path.join(kernels, kernel + ".c")
        status, output = compare(tool, path, path)
        if status or not agrees(output):
            print(f"{kernel} does not agree with its LLVM IR:\n{output}")
            failed += 1
    for number, (kernel, old, new, said) in enumerate(MUTANTS):
        path = os.path.join(kernels, kernel + ".c")
        with open(path) as file:
            text = file.read()
        if old not in text:
            print(f"{kernel} has no '{old}'")
            failed += 1
            continue
        copy = os.path.join(work, f"{number}.c")
        with open(copy, "w") as file:
            file.write(text.replace(old, new, 1))
        status, output = compare(tool, path, copy)
        if status or "differs" not in output or said not in output:
            print(f"{kernel} with '{new}' for '{old}' does not differ:\n{output}")
            failed += 1
    print(f"{len(MUTANTS)} copies, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
