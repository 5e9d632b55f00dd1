"""Prints what each step of a script changed: the output has the representation
after each step behind a line "== NAME"; lines that are not in the first one are
marked by +, those that only it has by -. With the argument "each" that one is
the one before."""

import difflib
import re
import sys

with open(sys.argv[1]) as text:
    parts = re.split(r"^== (.+)$", text.read(), flags=re.M)
first = parts[2].strip().splitlines()
is_each = sys.argv[2:] == ["each"]
for name, shown in zip(parts[1::2], parts[2::2]):
    print("==", name)
    lines = shown.strip().splitlines()
    for line in difflib.unified_diff(first, lines, n=0,
                                     lineterm=""):
        if not line.startswith(("---", "+++", "@@")) and "normal" not in line:
            print(line)
    if is_each:
        first = lines
