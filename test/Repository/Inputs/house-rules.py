"""Prints every place of the source tree that breaks a rule that a machine can
check: no unfinished business, no file or function too long to be about one
thing, a licence header in each source file, no link to a page that does not exist, no knowledge
outside of the one file that has it. Exit status 0 when there is none."""

import os
import re
import sys

UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
SOURCES = (".h", ".cpp", ".def")
ROOMS = ("include", "lib", "tools")
TEXTS = SOURCES + (".c", ".py", ".md", ".txt", ".cmake", ".in", ".stv", ".test")
LONGEST = 500
LONGEST_FUNCTION = 60
NO_FUNCTION = re.compile(r"(namespace|class|struct|enum|union|extern)\b|[^(]*=")

# What only the files named first may say: a pattern, and what it means.
KEPT = (
    (("lib/Tiling/BoxShape.cpp",),
     re.compile(r"(SizeNames|sizes\(\))(\[|\.back|\.front|\.size\(\) - 1)"),
     "one size for each dimension: ask the TileShape"),
    (("lib/Tiling/BoxShape.cpp", "include/stevedore/Tiling/TileShape.h"),
     re.compile(r"boxShape\(|< *\w* *\+ *T_?k\b"),
     "tiles that are boxes: ask the TileShape"),
    (("lib/Support/Roles.cpp",),
     re.compile(r"consume_front\(\"[TOI]\"\)|\"[TOI]\" *\+|name\(\"[TO]\""),
     "names of roles: ask Support/Roles.h"),
    (("include/stevedore/Plan/Decisions.h", "lib/Plan/Decisions.cpp",
      "include/stevedore/Tiling/PhaseOrder.h", "lib/Tiling/PhaseOrder.cpp",
      "include/stevedore/Pipeline/", "lib/Pipeline/", "lib/Rewrite/"),
     re.compile(r"\bOrderKind\b"),
     "an order by name: take a PhaseOrder"),
    (("include/stevedore/Schedule/", "lib/Schedule/", "lib/Tiling/",
      "include/stevedore/Plan/RegionPlan.h", "lib/Plan/RegionPlan.cpp",
      "lib/Pipeline/", "lib/Report/"),
     re.compile(r"\b(HasCoordinates|TileNumbers|isTileNumber)\b"),
     "tiles of other shapes: docs/rooms/tiling.md says who knows them"),
    (("include/stevedore/Support/Coalesce.h", "lib/Support/Answers.cpp",
      "lib/Transfer/Transfer.cpp",
      "lib/Transfer/VerifyTransfers.cpp", "lib/Liveness/Liveness.cpp",
      "lib/Liveness/ParallelPoints.cpp", "lib/Conflicts/ConflictRelation.cpp",
      "lib/Allocation/Lifted.cpp", "lib/Plan/WindowSearch.cpp"),
     re.compile(r"\bcoalesce\(\)|_coalesce\("),
     "isl's coalescing may add elements: use coalesced()"),
)
USERS = {"boxShape(": "lib/Tiling/Tiling.cpp"}


def files(root):
    """Paths of the project's text files: everything but hidden directories and
    build directories."""
    for directory, names, leaves in os.walk(root):
        names[:] = [n for n in names
                    if not n.startswith((".", "build", "__pycache__"))]
        for leaf in leaves:
            path = os.path.join(directory, leaf)
            if leaf.endswith(TEXTS) or "scripts" in directory:
                yield os.path.relpath(path, root), path


def problems(relative, lines):
    for number, line in enumerate(lines, 1):
        if UNFINISHED.search(line):
            yield f"{relative}:{number}: unfinished: {line.strip()}"
    if not relative.endswith(SOURCES) or not relative.startswith(ROOMS):
        return
    if len(lines) > LONGEST:
        yield f"{relative}: {len(lines)} lines, more than {LONGEST}"
    for number, length in functions(lines):
        if length > LONGEST_FUNCTION:
            yield (f"{relative}:{number}: a function of {length} lines, more "
                   f"than {LONGEST_FUNCTION}")
    if not any("SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" in line
               for line in lines[:8]):
        yield f"{relative}: no licence header"


def functions(lines):
    """The first line of each function that is no member inside of a class, as
    its number, and how many lines it has."""
    begin = None
    for number, line in enumerate(lines, 1):
        if line == "}" and begin is not None:
            yield begin, number - begin + 1
            begin = None
        elif line[:1].isidentifier() and not NO_FUNCTION.match(line):
            begin = begin or number
        elif line[:1] in ("}", "#") or line.endswith(";") and line[:1] != " ":
            begin = None


def told_elsewhere(relative, lines):
    """Lines that say what another file keeps to itself."""
    if not relative.endswith(SOURCES) or not relative.startswith(ROOMS):
        return
    for keepers, pattern, meaning in KEPT:
        if relative.startswith(keepers):
            continue
        for number, line in enumerate(lines, 1):
            match = pattern.search(line)
            if match and USERS.get(match.group()) != relative:
                yield f"{relative}:{number}: {meaning}: {line.strip()}"


def broken_links(relative, path, lines):
    """Links of a page to files that do not exist."""
    if not relative.endswith(".md"):
        return
    for number, line in enumerate(lines, 1):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", line):
            if not os.path.exists(os.path.join(os.path.dirname(path), target)):
                yield f"{relative}:{number}: no such file: {target}"


def main():
    root = sys.argv[1]
    checked = 0
    found = []
    for relative, path in files(root):
        checked += 1
        with open(path, encoding="utf-8") as text:
            lines = text.read().splitlines()
        found += problems(relative, lines)
        found += told_elsewhere(relative, lines)
        found += broken_links(relative, path, lines)
    print("\n".join(found))
    sys.exit(1 if found or checked < 50 else 0)


main()
