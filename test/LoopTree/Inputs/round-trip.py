"""Are loop trees what their text says? Of kernels of the repository and of
the programs beside the tests of emitted code, under one of several sets of
options, the tree that --print=tree writes beside the
program is read and written again, which is the same text; printed in C, which is
in the program byte for byte; and legalized for C, replayed, and printed in C,
which is the same. All kinds of nodes must have
occurred. Exit status 0 when nothing differs."""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

SIZES = "--tile=" + ",".join(str(3 + (5 * k) % 7) for k in range(40))
SETS = ([], ["--order=pipelined"], [SIZES, "--reuse=nest"],
        ["--transfers=box", "--guards=checked", "--parallel=openmp"],
        [SIZES, "--order=pipelined", "--allocation=box"],
        ["--schedule=source", "--guards=checked", "--workers=param"],
        ["--max-local=1000000"])
EMPTY = """tree { context "{ : }" order "{ domain: \\"{ }\\" }"
code "" "" region 1 loops { """


def run(command, text=""):
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    return done.stdout, done.stderr, done.returncode


def without_comments(text):
    return [line for line in text.splitlines() if not line.startswith("# ")]


def wrong_of(o, path, options, work, words):
    """What is wrong with the trees of a file; None: nothing."""
    answer, program = os.path.join(work, "tree"), os.path.join(work, "out.c")
    _, said, status = run([o.stevedore, "--replay=off", "--print=tree",
                           "--answer=" + answer, "-o", program] + options +
                          [path, "--", "-std=c99", "-DROWS=8", "-DCOLUMNS=12"])
    if status != 0:
        return said
    with open(answer, encoding="utf-8") as text:
        tree = text.read()
    if not "".join(without_comments(tree)).strip():
        return None  # No region can be rewritten so.
    words.update(re.findall(r"^ +(\w+)", tree, re.M))
    again, said, status = run([o.opt, "--replay=off", "--print=tree", "-"], tree)
    if status != 0 or without_comments(again) != without_comments(tree):
        return "another tree: " + said
    with open(program, encoding="utf-8") as text:
        new = text.read()
    # One region at a time: between two there is other text in the program.
    for region in re.split(r"^# .*\n", tree, flags=re.M)[1:]:
        if not region.strip():
            continue  # It is left alone.
        legal, said, status = run([o.opt, "--replay=off", "--emit=c-tree", "-"],
                                  region)
        words.update(re.findall(r"^ +(\w+)", legal, re.M))
        for text, replay in ((region, "off"), (legal, "on")):
            code, said, status = run([o.opt, "--replay=" + replay, "-"], text)
            if status != 0 or not code.strip() or code.rstrip("\n") not in new:
                return "other code: " + said
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stevedore", required=True)
    parser.add_argument("--opt", required=True)
    parser.add_argument("--project", required=True)
    parser.add_argument("--page", required=True, help="describes all nodes")
    parser.add_argument("--every", type=int, default=1, metavar="N",
                        help="take one of N files, and what no other has")
    o = parser.parse_args()
    paths = sorted(path for folder in ("examples", "test/EndToEnd/Inputs",
                                       "test/Emit")
                   for path in glob.glob(o.project + "/" + folder + "/*.c"))
    # What takes more than a second, and has no nodes that others have not.
    paths = [path for path in paths if os.path.basename(path)[:-2] not in (
        "adi", "deriche", "fdtd-2d", "fdtd-3d", "heat-3d", "jacobi-2d", "lbm", "life",
        "ludcmp", "nussinov", "seidel-2d", "swap")]
    # Of all of them, openmp.c alone has directives.
    files = [(number, path) for number, path in enumerate(paths)
             if number % o.every == 0 or path.endswith("/openmp.c")]
    words, wrong = set(), 0
    with tempfile.TemporaryDirectory() as work:
        for number, path in files:
            # That is where the largest stencils take little time.
            options = SETS[(number + 4) % len(SETS)]
            why = wrong_of(o, path, options, work, words)
            if why:
                wrong += 1
                print(path, *options, ":", why)
    known = re.search(r"which are ([\w, ]+), not",
                      run([o.opt, "-"], EMPTY + "no node")[1])
    known = set(known.group(1).split(", ")) if known else {"all"}
    with open(o.page, encoding="utf-8") as page:
        described = set(re.findall(r"[|,] `(\w+)", page.read()))
    missing = known - (words & described)
    if missing:
        print("nodes that did not occur, or are not on the page:",
              *sorted(missing))
    print("%d files, %d wrong" % (len(files), wrong))
    sys.exit(1 if wrong or missing or not paths else 0)


main()
