"""Compares the options that a page of the documentation describes, at the start
of the rows of its tables, with those that --help prints. Options that every
Clang tool has are not described."""

import re
import sys

COMMON = {"-p", "--extra-arg", "--extra-arg-before", "--help", "-h", "--help-list",
          "--help-hidden", "--help-list-hidden", "--version", "--print-options",
          "--print-all-options"}


def described(page):
    return set(re.findall(r"^\| `(--?[a-z][a-z-]*)", page, re.MULTILINE))


def printed(text):
    return set(re.findall(r"^ +(--?[a-z][a-z-]*)", text, re.MULTILINE)) - COMMON


def main():
    page, text = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
    wrong = ["described but not printed: " + o
             for o in sorted(described(page) - printed(text) - COMMON)]
    wrong += ["printed but not described: " + o
              for o in sorted(printed(text) - described(page))]
    print("\n".join(wrong))
    sys.exit(1 if wrong or len(described(page)) < 10 else 0)


main()
