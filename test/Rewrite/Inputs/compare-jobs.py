"""Rewrites files with many regions, some of which are refused, coarser or left
alone, under several numbers of jobs: whatever comes out must be the same.

  compare-jobs.py --stevedore=PATH --work=DIR

Messages, exit status, rewritten files, reports (but for the times in them) and
printed phases are compared, of one file and of several at a time."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys

JOBS = ["-j1", "-j2"]

REGIONS = [
    # Cheap and always transformed.
    """  for (int i = {k}; i < n; i++)
    a[i] = b[i] + {k};
""",
    # Refused: a bound that is not affine.
    """  for (long i = 0; i < (long)n * n; i++)
    a[i % 8] += b[i % 8];
""",
    # Costly: past the budget of the tests the answer is coarser or none.
    """  for (int s = 0; s < n; s++)
    for (int i = {k} + 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1]
                   + A[i + 1][j]) / 5;
""",
    """  for (int i = 0; i < n; i++)
    for (int j = {k}; j < n; j++)
      for (int k = 0; k < n; k++)
        A[i][j] += B[i][k] * B[k][j];
""",
    # A parallel loop that is none: a message in the middle of a region.
    """#pragma omp parallel for
  for (int i = {k} + 1; i < n; i++)
    a[i] = a[i - 1] + b[i];
""",
]

HEAD = """void {name}(int n, double a[restrict n], double b[restrict n],
         double A[restrict n][n], double B[restrict n][n])
{{
"""


def marked(region):
    return "#pragma scop\n" + region + "#pragma endscop\n"


def program(first, number, mark):
    """Functions with some regions each, so that the regions of one function
    are counted over those that are left alone."""
    text = ""
    for f in range(number):
        text += HEAD.format(name="f%d" % f)
        for k in range(len(REGIONS)):
            region = REGIONS[(first + f + k) % len(REGIONS)].format(k=f + k)
            text += marked(region) if mark else region
            text += "  volatile int between%d = 0;\n" % k
        text += "}\n"
    return text


FILES = {
    "marked.c": program(0, 2, True),
    "found.c": program(1, 1, False),
    "broken.c": "void f(int n) { for (int i = 0; i < n; i++) x[i] = 0; }\n",
    "warned.c": "int g(void) { return 1 / 0; }\n" + program(2, 1, True),
    "empty.c": "int nothing;\n",
}

SEVERAL = ["found.c", "broken.c", "warned.c", "empty.c", "found.c", "empty.c"]
BUDGET = "--budget=600,%d"

# Options, files.
CASES = [
    (["-o", "out.c", "--report=report.json"], ["found.c"]),
    ([BUDGET % 60000], ["found.c"]),
    ([BUDGET % 200000, "--report=report.json"], ["marked.c"]),
    ([BUDGET % 200000, "--print=ast"], ["marked.c"]),
    (["--print=allocation", BUDGET % 200000], ["found.c"]),
    (["--evaluate=n=50,T1=4,T2=4,T3=4,T4=4,T5=4,T6=4,T7=4,T8=4,T9=4",
      BUDGET % 60000, "-o", "out.json"], ["marked.c"]),
    (["--strict", BUDGET % 60000], ["marked.c", "warned.c"]),
    ([BUDGET % 60000, "--report=report.json"], SEVERAL),
    (["-i", BUDGET % 200000], SEVERAL),
]


def untimed(text):
    return re.sub(r'"milliseconds": [-0-9.e+]+', '"milliseconds": 0', text)


def contents(directory):
    result = {}
    for name in sorted(os.listdir(directory)):
        with open(os.path.join(directory, name)) as text:
            result[name] = untimed(text.read())
    return result


def rewrite(o, jobs, options, files):
    shutil.rmtree(o.work, ignore_errors=True)
    os.makedirs(o.work)
    for name, text in FILES.items():
        with open(os.path.join(o.work, name), "w") as out:
            out.write(text)
    done = subprocess.run(
        [o.stevedore] + jobs + options + files + ["--", "-std=c99"],
        cwd=o.work, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return {"status": done.returncode, "output": done.stdout,
            "messages": done.stderr, "files": contents(o.work)}


def kinds(answer):
    """The kinds of answers that the comparison has seen."""
    text = answer["output"] + answer["messages"] + str(answer["files"])
    return {kind for kind, sign in {
        "transformed": "STEVEDORE_GET(&", "refused": "is not affine",
        "left alone": "region is left alone", "second region": "_2_T1",
        "dependent": "depend on each other", "error": "undeclared",
        "coarser": "went over the budget",
        "progress": "[2/6] Processing"}.items() if sign in text}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stevedore", required=True)
    parser.add_argument("--work", required=True)
    o = parser.parse_args()
    wrong, seen = 0, set()
    for options, files in CASES:
        first = rewrite(o, [JOBS[0]], options, files)
        seen |= kinds(first)
        for jobs in JOBS[1:]:
            other = rewrite(o, [jobs], options, files)
            for part in first:
                if other[part] != first[part]:
                    wrong += 1
                    print("%s %s: %s differ from those of -j1\n%s\n---\n%s"
                          % (jobs, " ".join(options + files), part,
                             json.dumps(first[part], indent=1),
                             json.dumps(other[part], indent=1)))
    missing = {"transformed", "refused", "left alone", "second region",
               "dependent", "error", "progress"} - seen
    if missing:
        print("no case has an answer of the kind:", ", ".join(sorted(missing)))
    print("%d cases, %d differences" % (len(CASES), wrong))
    sys.exit(1 if wrong or missing else 0)


main()
