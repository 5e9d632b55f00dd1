"""Rewrites files whose ends and repetitions are awkward to compare, and checks
that the diffs of --dry-run make of them what the rewriter does."""

import os
import subprocess
import sys

from importlib import import_module

sys.path.insert(0, os.path.dirname(__file__))
apply_diff = import_module("apply-diff")

LOOP = """#pragma scop
for (int i = 0; i < n; i++)
a[i] = 1;
#pragma endscop
"""


def files():
    for blank in (0, 1, 7, 20):
        body = ("\n" * blank + ";\n").join([LOOP] * 2)
        yield "void f(int n, double *a)\n{\n" + body + "}"
        yield "void f(int n, double *a) {\n\n\n" + body + "\n\n\n\n}\n\n"
        yield "\n" * blank + "void f(int n, double *a) {\n" + LOOP + "}\n;\n;\n"


def main():
    tool, work = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    path = os.path.join(work, "file.c")
    count = right = 0
    for text in files():
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        new, diff = (
            subprocess.run([tool, *options, path, "--"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout
            for options in ([], ["--dry-run"]))
        count += 1
        made = apply_diff.applied(apply_diff.lines_of(text),
                                  diff.split("\n")[:-1])
        right += made == new and new != text
    print(f"{count} files, {right} diffs give the rewritten file")


main()
