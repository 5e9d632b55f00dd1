"""Prints the first file with the unified diff of the second one applied, which
must fit line by line."""

import re
import sys


def applied(old, diff):
    result, at, lines = [], 0, diff[2:]
    for number, line in enumerate(lines):
        head = re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$", line)
        if head:
            start = int(head[1]) - (head[2] != "0")
            result += old[at:start]
            at = start
            assert len(result) == int(head[3]) - (head[4] != "0"), line
            continue
        text = line[1:] + "\n"
        if number + 1 < len(lines) and lines[number + 1].startswith("\\"):
            text = line[1:]
        if line[:1] in (" ", "-"):
            assert old[at] == text, (at, line)
            at += 1
        if line[:1] in (" ", "+"):
            result.append(text)
    return "".join(result + old[at:])


def lines_of(text):
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def main():
    old, diff = map(read, sys.argv[1:])
    sys.stdout.write(applied(lines_of(old), diff.split("\n")[:-1]))


if __name__ == "__main__":
    main()
