"""Compares what tiles move of each array, in the plan for C and in the plan for
LLVM IR of the same kernel.

  moved.py KERNELS NAMES --stevedore=... --stevedore-opt=... --opt=... --clang=...
      --plugin=... --work=DIR [--reuse=MODE]

Prints a line for each kernel; exit status 0 if all agree.
"""

import argparse
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "EndToEnd", "harness"))
import tiles  # noqa: E402

CANONICAL = ("function(sroa,early-cse,instcombine,simplifycfg,loop-simplify,"
             "lcssa)")


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(command)}:\n{result.stderr[-600:]}")
    return result


def moved(regions):
    """For each array with transfers what is loaded and stored."""
    result = {}
    for region in regions:
        for array in region["arrays"]:
            if array["extents"]:
                old = result.get(array["name"], (0, 0))
                result[array["name"]] = (old[0] + array["loads"],
                                         old[1] + array["stores"])
    return {name: counts for name, counts in result.items() if any(counts)}


def compare(kernel, options):
    with open(kernel) as file:
        text = file.read()
    sizes = re.search(r"^//@ size (.*)$", text, re.M).group(1).split()
    values = dict(zip(sizes, (6, 7, 5, 8)))
    reuse = "--reuse=" + options.reuse

    def numbers(tool, file, *more):
        def ask(question):
            return subprocess.run([tool, question, reuse, *more, file,
                                   *flags[tool]], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)

        def at(count):
            given = {**values, **{f"T{k}": 2 + k % 2 for k in range(1, count + 1)}}
            return ask("--evaluate=" + ",".join(f"{n}={v}"
                                                for n, v in given.items()))
        count = tiles.count(ask("--print=schedule").stdout)
        return json.loads(tiles.sized(at, count).stdout)
    flags = {options.stevedore: ["--", "-w"], options.stevedore_opt: []}
    in_c = numbers(options.stevedore, kernel, "--profitable=off")["regions"]
    base = os.path.join(options.work, os.path.basename(kernel))
    run([options.clang, "-O1", "-g", "-w", "-fno-math-errno", "-Xclang",
         "-disable-llvm-passes", "-S", "-emit-llvm", kernel, "-o",
         base + ".ll"])
    run([options.opt, "-passes=" + CANONICAL, "-S", base + ".ll", "-o",
         base + ".canonical.ll"])
    scop = run([options.opt, "-load-pass-plugin=" + options.plugin,
                "-passes=print<stevedore-scop>", "-disable-output",
                base + ".canonical.ll"]).stderr
    with open(base + ".yaml", "w") as file:
        file.write(scop)
    in_ir = numbers(options.stevedore_opt, base + ".yaml")
    return moved(in_c), moved([in_ir])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kernels")
    parser.add_argument("names", nargs="+")
    for name in ("stevedore", "stevedore-opt", "opt", "clang", "plugin",
                 "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--reuse", default="strip")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    failed = 0
    for name in options.names:
        in_c, in_ir = compare(os.path.join(options.kernels, name + ".c"),
                              options)
        if in_c == in_ir and in_c:
            print(f"{name}: {sum(sum(c) for c in in_c.values())} elements")
            continue
        failed += 1
        print(f"{name}: C moves {in_c}, LLVM IR {in_ir}")
    print(f"{len(options.names)} kernels, {failed} differ")
    return 1 if failed else 0


sys.exit(main())
