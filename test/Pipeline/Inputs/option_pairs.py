"""The table of pairs of options, read from the source. As a program: compares it
with the page about options (--page), or runs a tool with the options of each row
and compares what it says with the row (--tool)."""

import argparse
import os
import re
import subprocess
import sys
import tempfile

TABLE = "include/stevedore/Pipeline/OptionPairs.def"
STRING = r'((?:\s*"[^"]*")+)'
ROW = re.compile(r"^PAIR\(" + STRING + "," + STRING + r",\s*(\w+),\s*(\w+)," + STRING
                 + r"\)$", re.MULTILINE)
SOURCE = "void f(int n, double *A) {\n#pragma scop\n  for (int i = 0; i < n; i++)\n" \
         "    A[i] = i;\n#pragma endscop\n}\n"
VALUES = {"-o": "out.c", "-p": ".", "--tile": "8", "--reuse": "nest", "--transfers": "hull",
          "--tiling": "diamond", "--tiles": "exact", "--order": "pipelined",
          "--channels": "2", "--overlap": "strip", "--allocation": "box", "--buffers": "A", "--modulo": "pow2",
          "--moduli": "2", "--linearize": "on", "--share-buffers": "off", "--banks": "4",
          "--split-arrays": "off", "--short-loops": "tiled", "--registers": "off", "--points": "source", "--schedule": "source", "--script": "script.lua",
          "--script-path": ".", "--dependences": "memory", "--profitable": "off",
          "--assume": "n > 3", "--max-local": "100000", "--replay": "off",
          "--workers": "2", "--parallel": "openmp",
          "--guards": "llvm", "--live-out": "A", "--local": "A", "--functions": "f",
          "--print": "scop", "--choose": "n=100", "--typical": "n=100", "--machine": "machine.yaml",
          "--local-memory": "64K", "--evaluate": "n=100,T1=4", "--report": "report.json"}
KINDS = {"Exclude": "an error", "Yield": "the first does nothing", "Combine": "both count"}
PLACES = {"Always": "", "OneArray": ", of one array", "OneSize": ", of one tile size",
          "OneFile": ", of one file"}


def text(strings):
    return "".join(re.findall('"([^"]*)"', strings))


def rows(project):
    with open(os.path.join(project, TABLE), encoding="utf-8") as table:
        content = table.read()
    found = [(text(a).split("|"), text(b).split("|"), kind, where, text(why))
             for a, b, kind, where, why in ROW.findall(content)]
    assert len(found) == len(re.findall("^PAIR", content, re.MULTILINE)) > 20
    return found


def in_page(side):
    return ", ".join(("without `" + o[1:] if o[0] == "!" else "`" + o) + "`" for o in side)


def page_lines(project):
    return ["| %s | %s%s | %s: %s |" % (in_page(a), in_page(b), PLACES[where],
                                       KINDS[kind], why)
            for a, b, kind, where, why in rows(project)]


def compare(project):
    with open(os.path.join(project, "docs/options.md"), encoding="utf-8") as page:
        have = page.read().split("\n")
    want = page_lines(project)
    start = have.index(want[0]) if want[0] in have else 0
    for line, expected in zip(have[start:], want):
        if line != expected:
            sys.exit("docs/options.md: not as in %s:\n%s\n%s" % (TABLE, line, expected))
    print("%d rows" % len(want))


def written(option, where):
    """An option as arguments: with a value of its own, else with one of the table
    above, else without any."""
    if option.startswith("!") or option == "--":
        return []
    values = dict(VALUES)
    if where == "OneFile":
        values["--report"] = values["-o"]
    if where == "Always":
        values["--local"] = "B"
    if where != "OneSize":
        values["--evaluate"] = "n=100"
    if "=" in option or option not in values:
        return [option]
    return [option, values[option]] if option in ("-o", "-p") else \
        [option + "=" + values[option]]


def run(tool, arguments, flags):
    with tempfile.TemporaryDirectory() as directory:
        files = {"a.c": SOURCE.replace("*A)", "*A, double *B)").replace(
                     "A[i] = i", "A[i] = B[i]"),
                 "script.lua": "", "machine.yaml": "name: any\n", "compile_commands.json":
                 '[{"directory": "%s", "file": "a.c", "command": "cc -c a.c"}]' % directory}
        for name, content in files.items():
            with open(os.path.join(directory, name), "w", encoding="utf-8") as f:
                f.write(content)
        done = subprocess.run([tool, *arguments, "a.c", *flags], cwd=directory,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stderr


def problem(tool, first, second, row):
    """What is wrong with what the tool says of two options together."""
    _, _, kind, where, why = row
    flags = [] if "-p" in (first, second) and "--" not in (first, second) else ["--"]
    code, said = run(tool, written(first, where) + written(second, where), flags)
    excluded = "cannot be used together: " + why in said
    other = first if second.startswith("!") else second
    yields = "remark: '%s' does nothing with" % first in said and why in said
    if kind == "Exclude" and (code != 1 or not excluded):
        return "no error"
    if kind == "Yield" and (code != 0 or not yields):
        return "no remark"
    if kind == "Combine" and (code != 0 or "cannot be used" in said
                              or "'%s' does nothing with '%s'" % (first, other) in said):
        return "not silent"
    return None


def try_all(project, tool):
    count, wrong = 0, []
    for row in rows(project):
        for first in row[0]:
            for second in row[1]:
                if first == "save":
                    continue
                count += 1
                found = problem(tool, first, second, row)
                if found:
                    wrong.append("%s %s: %s" % (first, second, found))
    print("\n".join(wrong + ["%d pairs, %d problems" % (count, len(wrong))]))
    sys.exit(1 if wrong else 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("project")
    parser.add_argument("--tool")
    parser.add_argument("--lines", action="store_true")
    arguments = parser.parse_args()
    if arguments.lines:
        print("\n".join(page_lines(arguments.project)))
    elif arguments.tool:
        try_all(arguments.project, arguments.tool)
    else:
        compare(arguments.project)


main()
