"""Counts the places of lines in the line table that llvm-dwarfdump prints: of
each argument, a line's number, how many times it begins a statement that does
not follow another one of that line."""

import re
import sys

ROW = re.compile(r"^0x[0-9a-f]+ +(\d+) +\d+ +\d+ .*is_stmt", re.MULTILINE)


def places(rows, line):
    return sum(row == line and (at == 0 or rows[at - 1] != line)
               for at, row in enumerate(rows))


def main():
    with open(sys.argv[1], encoding="utf-8") as table:
        rows = [int(line) for line in ROW.findall(table.read())]
    for argument in sys.argv[2:]:
        line = int(argument)
        count = places(rows, line)
        print(f"line {line}:", "several places" if count > 1 else count)


main()
