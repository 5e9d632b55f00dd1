#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves one kernel by running it: rewrites it in reuse modes, compiles the results
with sanitizers, and one of them with optimization, too, runs them at many problem
and tile sizes beside the original, and compares every array byte for byte, the
transfers with those that `--evaluate` promises, and the local memory with the
report. One mode tests what its model believes. Which modes, which is that one, which
second build, and of which mode, depends on the name of the kernel where it is not
given, so that all kernels together have all pairs.
Exit status 0 when everything holds."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "harness"))

sys.dont_write_bytecode = True
import description  # noqa: E402
import tiles  # noqa: E402
import driver  # noqa: E402

WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Werror"]
# The linker that takes the least time of those that there may be.
LINKER = ["-fuse-ld=gold"] if shutil.which("ld.gold") else []
# Tile sizes at which most is promised: all different, some of them odd.
MIXED = [2, 3, 5, 7, 1]
# Those of the tiles around these where there are two memories, L1 and L2.
FAR = [5, 4, 7, 3, 2]
# Traps are compiled in half the time of calls that say what is wrong.
SANITIZERS = ["-O0", "-g1", "-fsanitize=address,undefined",
              "-fno-sanitize=vla-bound", "-fno-sanitize-recover=all"]
TRAPS = ["-fsanitize-undefined-trap-on-error"]
BUILDS = {
    "gcc-sanitize": ("gcc", WARNINGS + SANITIZERS + TRAPS),
    "clang-sanitize": ("clang", WARNINGS + SANITIZERS),
    "gcc": ("gcc", WARNINGS + ["-O2"]),
    "clang": ("clang", WARNINGS + ["-O2"]),
    "gcc-default": ("gcc", WARNINGS + ["-O2", "-DSTV_DEFAULT_MACROS"]),
    "clang-default": ("clang", WARNINGS + ["-O2", "-DSTV_DEFAULT_MACROS"]),
}
# Modes, and builds of one mode beside the one with sanitizers.
MODES = [["strip", "nest"], ["none", "nest"]]
SECOND = ["clang", "gcc-default"]

# What is said of transfers that are not quite what was asked for.
APPROXIMATED = re.compile(r": remark: (array '\w+' (is not loaded in boxes: "
                          r"|is loaded by )|one worker executes )")


class Failure(Exception):
    pass


def shell(command, cwd=None, allowed=(0,)):
    """Runs the command; its output when the exit status is allowed."""
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode not in allowed:
        raise Failure("%s\nexit status %d\n%s%s" % (
            " ".join(command), done.returncode, done.stdout[-6000:],
            done.stderr[-6000:]))
    return done


def write(path, text):
    with open(path, "w") as out:
        out.write(text)


def remove(path):
    if os.path.exists(path):
        os.remove(path)


def scope(mode):
    """The option of a mode, whose name is part of names in C: strip2 is
strip:2."""
    return "--reuse=" + re.sub(r"(?<=\D)(?=\d)", ":", mode)


def is_tiled(o):
    return "--tile=none" not in o.option


def has_chain(o):
    return any(x.startswith("--tile=") and ":" in x for x in o.option)


def is_in_place(o):
    return not is_tiled(o) or "--allocation=none" in o.option


def questions(o, kernel, mode):
    """What to ask beside the rewritten file: the numbers of the run that is
likely to be compared, and the bands."""
    if not o.evaluations:
        return []
    if o.tile_count is None:
        o.tile_count = tiles.count(shell(
            [o.stevedore, scope(mode), "--print=schedule"] + o.option
            + [kernel.path, "--", "-std=c99"] + kernel.definitions).stdout)
    values = constant_sizes(o) or [MIXED[k % 5] for k in range(16)]
    asked = dict(zip(kernel.sizes, kernel.grid[-1]))
    asked.update(("T%d" % (k + 1), value)
                 for k, value in enumerate(values[:o.tile_count]))
    if has_chain(o):
        asked.update(("L2_T%d" % (k + 1), FAR[k % 5])
                     for k in range(o.tile_count))
    o.asked[mode] = asked
    return (["--answer=" + os.path.join(o.work, mode + ".answer"),
             "--evaluate=" + ",".join("%s=%d" % pair for pair in asked.items())]
            + (["--print=schedule"] if o.bruteforce else []))


def rewrite(o, kernel, mode):
    """Path of the kernel rewritten in one mode; fails unless every region was
transformed, with a tiled loop, and nothing was said but of transfers."""
    out = os.path.join(o.work, mode + ".c")
    report = os.path.join(o.work, mode + ".json")

    def run():
        return shell([o.stevedore, "--report=" + report, "-o", out]
                     + ([scope(mode)] if is_tiled(o) else [])
                     + questions(o, kernel, mode) + o.option
                     + (["--guards=checked"] if mode == o.checked else [])
                     + [kernel.path, "--", "-std=c99"] + kernel.definitions)
    try:
        done = run()
    except Failure as failure:
        fewer = tiles.UNKNOWN.search(str(failure))
        if not fewer:
            raise
        o.tile_count = int(fewer.group(1) or 0)
        done = run()
    with open(report) as text:
        regions = json.load(text)["regions"]
    numbers = [int(tile["name"][1:]) for region in regions
               for tile in region.get("tiles", []) if tile["name"][0] == "T"]
    if o.evaluations and max(numbers, default=0) > o.tile_count:
        o.tile_count = max(numbers)
        done = run()
    for region in regions:
        if region["status"] != "transformed":
            raise Failure("%s: left alone: %s" % (mode, region["reason"]))
        if is_tiled(o) and not region["tiles"] and not region["arrays"]:
            raise Failure("%s: no band is tiled" % mode)
    if not regions:
        raise Failure("%s: no region\n%s" % (mode, done.stderr))
    # A list of constant sizes may be longer than a mode has loops to tile.
    done.stderr = "".join(line for line in done.stderr.splitlines(True)
                          if "'--tile': no region has a tile size" not in line)
    said = [line for line in done.stderr.splitlines()
            if re.search(r": (remark|warning|error|note): ", line)
            and not APPROXIMATED.search(line)]
    if said or (done.stderr.strip() and not APPROXIMATED.search(done.stderr)):
        raise Failure("%s: unexpected messages\n%s" % (mode, done.stderr))
    return out


def check_warnings(o, kernel, source):
    """The rewritten file as it is, with its own macros, which no build has: by
    Clang where none is made with it, else by one of both compilers."""
    is_built = any(BUILDS[name][0] == "clang" for name in o.builds)
    compiler = o.gcc if is_built and o.choice & 4 else o.clang
    shell([compiler] + WARNINGS + kernel.definitions
          + ["-pedantic", "-fsyntax-only", source])


def common_objects(o, name):
    """The parts of the harness that are the same for all kernels, compiled once
    for each build, in lit's directory of the tests or beside the work
    directory."""
    which, flags = BUILDS[name]
    compiler = {"gcc": o.gcc, "clang": o.clang}[which]
    harness = os.path.join(HERE, "harness")
    before, output, _ = o.work.rpartition(os.sep + "Output" + os.sep)
    where = os.path.join(before + output if output
                         else os.path.dirname(o.work), "harness-" + name)
    os.makedirs(where, exist_ok=True)
    newest = max(os.path.getmtime(os.path.join(harness, f))
                 for f in os.listdir(harness) if f[-2:] in (".c", ".h"))
    objects = []
    for file in ("main.c", "runtime.c", "unchecked.c"):
        target = os.path.join(where, file[:-2] + ".o")
        objects.append(target)
        if os.path.exists(target) and os.path.getmtime(target) > newest:
            continue
        extra = (["-fno-sanitize=address,undefined"] if file == "unchecked.c"
                 else [])
        own = "%s.%d" % (target, os.getpid())
        shell([compiler] + flags + extra
              + ["-c", os.path.join(harness, file), "-o", own])
        os.replace(own, target)
    return objects


class Version:
    """A file of the program: the original, or what one mode makes of it."""

    def __init__(self, name, mode, source, build):
        self.name, self.mode, self.source, self.build = name, mode, source, build
        self.counts = bool(mode) and "default" not in build


def versions_of(o, kernel, sources):
    """The original and all modes by the first build; by each other one a mode of
    its own."""
    first = o.builds[0]
    result = [Version("original", "", kernel.path, first)]
    result += [Version(mode, mode, source, first) for mode, source in sources]
    for k, build in enumerate(o.builds[1:]):
        mode, source = sources[(o.choice + k) % len(sources)]
        result.append(Version("%s_%s" % (mode, build.replace("-", "_")), mode,
                              source, build))
    return result


def build(o, kernel, versions):
    """Compiles the driver with all versions; path of the program."""
    where = os.path.join(o.work, "program")
    os.makedirs(where, exist_ok=True)
    tables = driver.tables(kernel, [(v.name, int(v.counts)) for v in versions])
    objects = []
    for version in versions:
        which, flags = BUILDS[version.build]
        flags = list(flags)
        if o.candidate or not version.mode:
            flags += ["-Wno-unknown-pragmas"] + ["-D" + d for d in o.define]
        else:
            flags += ["-pedantic"]
        flags += ["-fopenmp"] if o.workers else []
        stem = os.path.join(where, version.name)
        text = driver.version(kernel, version.source, version.name,
                              bool(version.mode),
                              o.workers if version.mode and not o.team else 0)
        write(stem + ".c", text + ("" if version.mode else tables))
        objects.append(stem + ".o")
        shell([{"gcc": o.gcc, "clang": o.clang}[which]] + flags
              + kernel.definitions + ["-I" + os.path.join(HERE, "harness"), "-c",
                                      stem + ".c", "-o", stem + ".o"])
    which, flags = BUILDS[o.builds[0]]
    program = os.path.join(where, "program")
    shell([{"gcc": o.gcc, "clang": o.clang}[which]] + flags + LINKER + objects
          + (["-fopenmp"] if o.workers else [])
          + common_objects(o, o.builds[0]) + ["-o", program] + kernel.libs)
    return program


def run(o, kernel, program):
    """The lines that the program prints about its runs."""
    arguments = ([] if kernel.direct or o.candidate == o.kernel or is_in_place(o)
                 else ["-guard"])
    arguments += ["-locals"] if kernel.locals else []
    arguments += ["-chain"] if has_chain(o) else []
    arguments += ["-constant"] if has_constant_sizes(o) else []
    if o.workers:
        os.environ["OMP_WAIT_POLICY"] = "passive"
        os.environ["OMP_NUM_THREADS"] = str(o.workers)
    done = shell([program] + arguments, allowed=(0, 1))
    wrong = [l for l in done.stdout.splitlines() if l.startswith("WRONG")]
    if done.returncode or wrong:
        raise Failure("%s\n%s\n%s" % (program, "\n".join(wrong[:12]),
                                      done.stderr[-6000:]))
    return [json.loads(l) for l in done.stdout.splitlines() if l.startswith("{")]


def constant_sizes(o):
    """The constant tile sizes among the options for stevedore."""
    given = [x[7:] for x in o.option if x.startswith("--tile=")]
    given = [text for text in given if "param" not in text]
    return [int(v) for v in given[0].split(",")] if given and is_tiled(o) else []


def has_constant_sizes(o):
    return bool(constant_sizes(o)) or not any(o.tiles.values())


def values(o, kernel, mode, line):
    """Parameters and tile sizes of one run, as "name=value"."""
    result = ["%s=%d" % pair for pair in zip(kernel.sizes, line["sizes"])]
    tiles = constant_sizes(o) or [line["tiles"][k % 5] for k in range(16)]
    result += ["T%d=%d" % (k, tiles[k - 1]) for k in o.tiles[mode]]
    if has_chain(o):
        result += ["L2_T%d=%d" % (k, line["far"][(k - 1) % 5])
                   for k in o.tiles[mode]]
    return result


def answer(o, mode):
    """The bands and the numbers that were asked for beside the file."""
    with open(os.path.join(o.work, mode + ".answer")) as text:
        bands, brace, numbers = text.read().rpartition('{\n  "regions"')
    return bands, json.loads(brace + numbers)["regions"][0]


def evaluate(o, kernel, mode, line):
    """What `--evaluate` says for the values of one run."""
    wanted = values(o, kernel, mode, line)
    if set(wanted) <= {"%s=%d" % pair for pair in o.asked[mode].items()}:
        return answer(o, mode)[1]
    done = shell([o.stevedore, scope(mode), "--evaluate="
                  + ",".join(wanted)] + o.option
                 + [kernel.path, "--", "-std=c99"] + kernel.definitions)
    return json.loads(done.stdout)["regions"][0]


def counted_of(kernel, line):
    """What one run counted, by the names that Stevedore gives to arrays: one to
    those that take turns."""
    result = {}
    for k, block in enumerate(kernel.blocks):
        group = [t for t in kernel.turns if block.name in t]
        name = "_".join(group[0]) if group else block.name
        sums = result.setdefault(name, {"loads": 0, "stores": 0})
        for what in ("loads", "stores"):
            sums[what] += line[what][k]
    return result


def near_bytes(o, mode, arrays):
    """The bytes that the nearer of two memories gets and puts by the entries of
    arrays, of which those of the farther one have its name; None where some are
    not counted."""
    with open(os.path.join(o.work, mode + ".json")) as text:
        bytes_of = {a["name"]: a["elementBytes"]
                    for r in json.load(text)["regions"] for a in r["arrays"]}
    near = [a for a in arrays if a.get("memory", "L1") == "L1"]
    if any(a[what] is None for a in near for what in ("loads", "stores")):
        return None
    return [sum(a[what] * bytes_of[a["name"]] for a in near)
            for what in ("loads", "stores")]


def check_counts(o, kernel, mode, line):
    """Compares the transfers of one run with what `--evaluate` promises, which
    is returned."""
    promised = evaluate(o, kernel, mode, line)
    arrays = {a["name"]: a for a in promised["arrays"]
              if a.get("memory") != "L1" or not has_chain(o)}
    where = "%s at %s, tiles %s" % (mode, line["sizes"], line["tiles"])
    for name, counted in counted_of(kernel, line).items():
        said = arrays.get(name, {"loads": 0, "stores": 0})
        for what in ("loads", "stores"):
            if said[what] not in (None, counted[what]):
                raise Failure("%s: %s of %s: counted %d, --evaluate says %d" % (
                    where, what, name, counted[what], said[what]))
    near = near_bytes(o, mode, promised["arrays"]) if has_chain(o) else None
    if near and line["near"] != near:
        raise Failure("%s: between L2 and L1: counted %s bytes, --evaluate says "
                      "%s" % (where, line["near"], near))
    most = promised["localBytes"] * max(o.workers, 1)
    if line["allocations"] and line["peak"] > most:
        raise Failure("%s: local memory %d bytes, --evaluate says %d" % (
            where, line["peak"], promised["localBytes"]))
    return promised


def region_of(o, kernel, mode):
    """What stevedore-bruteforce needs to replay the program of one mode: the
    region as text, the bands that the program has, and the private variables
    that got a home in remote memory, which the report shows without
    subscripts."""
    text = os.path.join(o.work, "region.stv")
    bands = os.path.join(o.work, mode + ".bands")
    source = [kernel.path, "--", "-std=c99"] + kernel.definitions
    if not os.path.exists(text):
        assumed = [a for a in o.option
                   if a.startswith(("--assume=", "--script="))]
        write(text,
              shell([o.stevedore, "--print=scop"] + assumed + source).stdout)
    if not os.path.exists(bands):
        write(bands, answer(o, mode)[0])
    with open(os.path.join(o.work, mode + ".json")) as report:
        regions = json.load(report)["regions"]
    loaded = {a["name"]: re.search(r"-> %s\[(.*?)\]" % a["name"], a["load"])
              for r in regions for a in r["arrays"]}
    counts = ["%s=%d" % (name, len(found[1].split(",")) if found[1] else 0)
              for name, found in sorted(loaded.items()) if found]
    return ["--bands=" + bands, "--subscripts=" + ",".join(counts), text]


def by_enumeration(o, kernel, mode, wanted):
    """What enumerating the region at the values wanted finds of each array."""
    done = shell([o.bruteforce, scope(mode), "--values=" + ",".join(wanted)]
                 + region_of(o, kernel, mode))
    return {a["name"]: a for a in json.loads(done.stdout)["arrays"]}


def check_near(o, kernel, mode, line, wanted):
    """The same as check_minimum() for the tiles of the nearer of two memories,
    all arrays together."""
    arrays = list(by_enumeration(o, kernel, mode, wanted).values())
    gets, stores = near_bytes(o, mode, arrays)
    least = [dict(a, stores=a["leastStores"]) for a in arrays]
    puts = near_bytes(o, mode, least)[1]
    if line["near"][0] != gets or not puts <= line["near"][1] <= stores:
        raise Failure("%s at %s, tiles %s in %s: between L2 and L1 %s bytes, by "
                      "brute force %s" % (mode, line["sizes"], line["tiles"],
                                          line["far"], line["near"],
                                          [gets, puts]))


def check_minimum(o, kernel, mode, line, promised):
    """Compares the transfers of one run with those that enumerating the region
    at the same values finds: what each reuse scope reads before it writes it,
    and, with --least-stores, what it writes and somebody outside of it sees;
    otherwise there may be more stores, up to all that it writes. For variables
    of the function, which the run does not count, those that `--evaluate`
    promises."""
    wanted = values(o, kernel, mode, line)
    if has_chain(o):
        check_near(o, kernel, mode, line, wanted)
        wanted = [v for v in wanted if not re.match(r"T\d", v)]
    arrays = by_enumeration(o, kernel, mode, [v.replace("L2_T", "T")
                                              for v in wanted])
    counted = {a["name"]: a for a in promised["arrays"]
               if a.get("memory") != "L1" or not has_chain(o)}
    counted.update(counted_of(kernel, line))
    nothing = {"loads": 0, "stores": 0, "leastStores": 0}
    for name in sorted(set(arrays) | set(counted)):
        found, is_ = arrays.get(name, nothing), counted.get(name, nothing)
        most = found["leastStores" if o.least_stores else "stores"]
        for what, least, most in (
                ("loads", found["loads"], found["loads"]),
                ("stores", found["leastStores"], most)):
            if not least <= is_[what] <= most:
                raise Failure(
                    "%s at %s, tiles %s: %s of %s: counted %d, by brute force "
                    "%d" % (mode, line["sizes"], line["tiles"], what, name,
                            is_[what], least))


def tile_sizes(path):
    """The numbers of the tile sizes of all regions."""
    with open(path) as text:
        return tuple(int(t["name"][1:]) for r in json.load(text)["regions"]
                     for t in r["tiles"] if t["name"][0] == "T")


def check_order_of_modes(lines):
    """Reuse over the nest never moves more than reuse along strips. (Without
    reuse a private variable may need a home in remote memory, so that other
    loops are tiled and the numbers cannot be compared.)"""
    by_point = {}
    for line in lines:
        key = (tuple(line["sizes"]), tuple(line["tiles"]))
        by_point.setdefault(key, {})[line["version"]] = sum(line["loads"])
    for key, loads in by_point.items():
        found = [loads[m] for m in ("strip", "nest") if m in loads]
        if found != sorted(found, reverse=True):
            raise Failure("sizes %s, tiles %s: loads of strip, nest: %s"
                          % (key + (found,)))


def choose(o, kernel):
    """The modes and builds that are not given."""
    o.choice = zlib.crc32(kernel.name.encode())
    modes = o.modes or ",".join(MODES[o.choice >> 3 & 1])
    o.modes = modes.split(",")
    o.checked = o.modes[(o.choice >> 4) % len(o.modes)]
    # Tests of elements are loads that `--evaluate` knows nothing of.
    if any(option.startswith("--guards") or "[]" in option
           for option in o.option):
        o.checked = None
    builds = o.builds or "gcc-sanitize," + SECOND[o.choice >> 1 & 1]
    o.builds = builds.split(",")


def check_builds(versions, lines):
    """A mode moves the same in all builds."""
    found = {}
    for version in versions:
        if version.counts:
            mine = [dict(line, version=version.mode) for line in lines
                    if line["version"] == version.name]
            if found.setdefault(version.mode, mine) != mine:
                raise Failure("the builds count different transfers")


def prove(o, kernel):
    sources = []
    o.tiles, o.asked, o.tile_count = {}, {}, None
    remove(os.path.join(o.work, "region.stv"))
    for mode in o.modes:
        remove(os.path.join(o.work, mode + ".bands"))
        if o.candidate:
            sources.append((mode, os.path.abspath(o.candidate)))
            continue
        source = rewrite(o, kernel, mode)
        o.tiles[mode] = tile_sizes(os.path.join(o.work, mode + ".json"))
        sources.append((mode, source))
    if not o.candidate:
        check_warnings(o, kernel, sources[o.choice % len(sources)][1])
    versions = versions_of(o, kernel, sources)
    lines = run(o, kernel, build(o, kernel, versions))
    check_builds(versions, lines)
    if o.candidate:
        return
    if len(set(o.tiles.values())) == 1:
        check_order_of_modes(lines)
    for mode in o.modes:
        mine = [l for l in lines if l["version"] == mode and l["transfers"]]
        if not mine and not is_in_place(o):
            raise Failure("%s: no run moved anything" % mode)
        mixed = [l for l in mine if l["tiles"] == MIXED]
        chosen = (mixed or mine)[-o.evaluations:] if o.evaluations else []
        for line in chosen:
            promised = check_counts(o, kernel, mode, line)
            if o.bruteforce:
                check_minimum(o, kernel, mode, line, promised)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernel")
    parser.add_argument("--stevedore", default="stevedore")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--work", required=True)
    parser.add_argument("--modes", help="reuse modes (default: nest and another)")
    parser.add_argument("--builds", help="the first one of all modes, each other "
                        "of one (default: gcc-sanitize and another)")
    parser.add_argument("--option", action="append", default=[],
                        help="passed on to stevedore")
    parser.add_argument("--workers", type=int, default=0,
                        help="threads that call the rewritten functions together")
    parser.add_argument("--team", action="store_true",
                        help="the rewritten functions open the team of threads")
    parser.add_argument("--evaluations", type=int, default=1)
    parser.add_argument("--bruteforce", help="path of stevedore-bruteforce")
    parser.add_argument("--least-stores", action="store_true",
                        help="nothing is stored that nobody sees")
    parser.add_argument("--candidate",
                        help="a file to take in place of a rewritten one")
    parser.add_argument("--define", action="append", default=[])
    o = parser.parse_args()
    if o.workers:
        o.option.append("--parallel=openmp" if o.team else "--workers=param")
    o.work = os.path.abspath(o.work)
    os.makedirs(o.work, exist_ok=True)
    kernel = description.Kernel(o.kernel)
    choose(o, kernel)
    begin = time.monotonic()
    try:
        prove(o, kernel)
    except Failure as failure:
        print("%s: FAILED: %s" % (kernel.name, failure))
        return 1
    print("%s: proved by running (%.1f s)" % (kernel.name,
                                              time.monotonic() - begin))
    return 0


if __name__ == "__main__":
    sys.exit(main())
