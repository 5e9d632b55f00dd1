"""Does what a page of the documentation tells its reader to do, in an empty
directory, and compares what happens with what the page says.

    ```c saved as NAME        the block is written to the file NAME
    ```c part of NAME         the lines of the block are lines of the file NAME,
                              in this order, apart from indentation; "..."
                              stands for what is left out
    ```console                lines that start with "$ " are run by the shell,
                              the lines after them are what they print; "..."
                              stands for any text, alone on a line for any lines

Exit status 0 when everything is as the page says."""

import argparse
import os
import re
import shutil
import subprocess
import sys

FENCE = re.compile(r"^```(.*)$")


def blocks(text):
    """(info string, lines, line number) of every fenced block."""
    info, body, start = None, [], 0
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if fence and info is None:
            info, body, start = fence.group(1).strip(), [], number
        elif fence:
            yield info, body, start
            info = None
        elif info is not None:
            body.append(line)


def sessions(lines):
    """(command, expected lines) of a console block; a command that ends in a
    backslash goes on in the next line."""
    command, expected = None, []
    for line in lines:
        if command is not None and command.endswith("\\"):
            command = command[:-1] + line.strip()
        elif line.startswith("$ "):
            if command is not None:
                yield command, expected
            command, expected = line[2:], []
        else:
            expected.append(line)
    if command is not None:
        yield command, expected


def pattern(expected):
    """What the output must match, as a regular expression."""
    parts = []
    for line in expected:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(map(re.escape, line.split("..."))) + r"\n")
    return "".join(parts)


def run(command, expected, o):
    done = subprocess.run(["bash", "-c", command], cwd=o.work, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = "".join(line.rstrip() + "\n" for line in done.stdout.splitlines())
    if re.fullmatch(pattern(expected), output):
        return None
    return f"$ {command}\nexit status {done.returncode}, output:\n{output}"


def missing_line(lines, path):
    """The first line of an excerpt that the file does not have in its place."""
    with open(path) as file:
        rest = iter([line.strip() for line in file])
    for line in lines:
        if line.strip() not in ("...", "") and line.strip() not in rest:
            return line
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--work", required=True)
    parser.add_argument("--examples", required=True)
    parser.add_argument("--link", action="append", default=[],
                        help="NAME=FILE: a link in the directory")
    o = parser.parse_args()
    shutil.rmtree(o.work, ignore_errors=True)
    shutil.copytree(o.examples, os.path.join(o.work, "examples"))
    for link in o.link:
        name, target = link.split("=")
        os.symlink(target, os.path.join(o.work, name))

    done = 0
    with open(o.page, encoding="utf-8") as page:
        text = page.read()
    for info, lines, start in blocks(text):
        if " saved as " in info:
            with open(os.path.join(o.work, info.split()[-1]), "w") as out:
                out.write("\n".join(lines) + "\n")
        elif " part of " in info:
            line = missing_line(lines, os.path.join(o.work, info.split()[-1]))
            if line is not None:
                sys.exit(f"{o.page}:{start}: not in {info.split()[-1]}:\n{line}")
            done += 1
        elif info == "console":
            for command, expected in sessions(lines):
                problem = run(command, expected, o)
                if problem:
                    sys.exit(f"{o.page}:{start}: not as the page says:\n{problem}")
                done += 1
    if done == 0:
        sys.exit(f"{o.page}: nothing to run")


main()
