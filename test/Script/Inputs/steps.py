"""Prints what each step of a script changed: the output has the representation
after each step behind a line "== NAME"; lines that are not in the first one are
marked by +, those that only it has by -."""

import difflib
import re
import sys

with open(sys.argv[1]) as text:
    parts = re.split(r"^== (.+)$", text.read(), flags=re.M)
first = parts[2].strip().splitlines()
for name, shown in zip(parts[1::2], parts[2::2]):
    print("==", name)
    for line in difflib.unified_diff(first, shown.strip().splitlines(), n=0,
                                     lineterm=""):
        if not line.startswith(("---", "+++", "@@")) and "normal" not in line:
            print(line)
