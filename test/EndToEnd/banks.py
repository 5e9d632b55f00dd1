"""Runs kernels whose buffers have banks: the results are those of the original, and
of the cells of a buffer that one iteration of an innermost or a pipelined loop accesses
no two are in one bank, as the new text and its directives say. Prints the banks of each buffer, and
the most of its cells that one iteration accesses."""

import argparse
import os
import re
import subprocess
import sys

RECORDER = r"""
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>
struct Home {
  std::string Name;
  const char *First;
  long Bytes, Element, Stride, Extent, Banks;
};
static std::vector<Home> Homes;
static std::set<const char *> Touched;
static std::map<std::string, long> Most, Runs, Known;
static bool IsRecorded;
template <typename T> struct Cell {
  T Value;
  operator T() const { touch(); return Value; }
  Cell &operator=(T Other) { touch(); Value = Other; return *this; }
  Cell &operator+=(T Other) { touch(); Value += Other; return *this; }
  Cell &operator=(const Cell &Other) { Value = Other.Value; return *this; }
  void touch() const { if (IsRecorded) Touched.insert((const char *)this); }
};
struct Placed {
  Placed(Home H) { Homes.push_back(H); }
  ~Placed() { Homes.pop_back(); }
};
static void begin() { Touched.clear(); IsRecorded = true; }
static void end() {
  IsRecorded = false;
  for (const Home &H : Homes) {
    std::set<long> Banks;
    long Cells = 0;
    for (const char *At : Touched)
      if (At >= H.First && At < H.First + H.Bytes) {
        ++Cells;
        long Number = (At - H.First) / H.Element;
        if (!Banks.insert(Number / H.Stride % H.Extent % H.Banks).second) {
          std::printf("two cells of %s share a bank\n", H.Name.c_str());
          std::exit(1);
        }
      }
    Known[H.Name] = H.Banks;
    Most[H.Name] = Cells > Most[H.Name] ? Cells : Most[H.Name];
    Runs[H.Name] += Cells != 0;
  }
}
static struct Report {
  ~Report() {
    for (auto &M : Most)
      std::fprintf(stderr, "%s: %ld banks, at most %ld cells in %ld iterations\n",
                   M.first.c_str(), Known[M.first], M.second, Runs[M.first]);
  }
} TheReport;
"""


def joined(text):
    """The lines of a program, statements and heads on one line each."""
    lines, open_line = [], ""
    for line in text.split("\n"):
        whole = open_line + " " + line.strip() if open_line else line
        done = whole.strip()
        is_head = re.match(r"(for|if|else|while)\b", done)
        ends = done == "" or done[0] in "#/" or done.endswith((";", "{", "}", "*/", ":"))
        balanced = done.count("(") == done.count(")")
        if done.startswith("#") and done.endswith("\\"):
            ends = True
        if balanced and (ends or is_head and (done.endswith(")") or done == "else")
                         or re.match(r"(void|int|static)\b", done)):
            lines.append(whole)
            open_line = ""
        elif done.startswith("#") or "_Pragma" in done:
            lines.append(whole)
            open_line = ""
        else:
            open_line = whole
    return lines


def indent(line):
    return len(line) - len(line.lstrip())


def inside(lines, at):
    """The first line behind the body of the loop in line `at`."""
    end = at + 1
    while end < len(lines) and (indent(lines[end]) > indent(lines[at]) or not lines[end]):
        end += 1
    return end


def recorded(text):
    """The program with cells that tell when they are accessed, as C++."""
    lines, result = joined(text), []
    computes, function, closing, until = False, "", {}, 0
    for at, line in enumerate(lines):
        word = line.strip()
        if at in closing:
            result.append(closing[at])
        started = re.match(r"void (\w+)\(", word)
        function = started.group(1) if started else function
        computes = word == "/* compute */" or computes and word not in (
            "/* load */", "/* store */")
        local = re.match(r"STEVEDORE_LOCAL\(([\w ]+), (\w+), ((?:\[\d+\])+)\)", word)
        if local:
            kind, name, extents = local.groups()
            sizes = [int(n) for n in re.findall(r"\d+", extents)]
            parts = re.match(r"#pragma HLS ARRAY_PARTITION variable=%s (?:complete|cyclic "
                             r"factor=(\d+)) dim=(\d+)$" % name, lines[at + 1].strip())
            dim = int(parts.group(2)) - 1 if parts else 0
            banks = int(parts.group(1) or sizes[dim]) if parts else 1
            stride = 1
            for size in sizes[dim + 1:]:
                stride *= size
            result += ["static Cell<%s> %s%s;" % (kind, name, extents),
                       'Placed placed_%s({"%s.%s", (const char *)%s, sizeof(%s), '
                       'sizeof(%s), %d, %d, %d});' % (name, function, name, name, name,
                                                      kind, stride, sizes[dim], banks)]
            continue
        is_loop = computes and word.startswith("for (") and at >= until
        end = inside(lines, at) if is_loop else at
        is_pipelined = is_loop and lines[at + 1].strip().startswith("#pragma HLS PIPELINE")
        if is_pipelined or is_loop and not any("for (" in l for l in lines[at + 1:end]):
            until = end
            braces = word.endswith("{")
            result.append(line + (" begin();" if braces else " { begin();"))
            closing[end] = "end();" if braces else "end(); }"
            continue
        result.append(line)
    return RECORDER + "\n".join(result) + "\n"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout, done.stderr))
    return done


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("stevedore", "gcc", "gxx", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("kernels")
    parser.add_argument("options", nargs="*")
    o = parser.parse_args()
    os.makedirs(o.work, exist_ok=True)

    def at(name):
        return os.path.join(o.work, name)
    run(o.stevedore, "--assume-no-alias", *o.options, o.kernels, "-o", at("new.c"), "--",
        "-std=c99")
    with open(at("new.c"), encoding="utf-8") as new:
        text = new.read()
    with open(at("recorded.cpp"), "w", encoding="utf-8") as program:
        program.write(recorded(text))
    run(o.gcc, "-std=c99", "-ffp-contract=off", o.kernels, "-o", at("old"))
    run(o.gcc, "-std=c99", "-ffp-contract=off", "-O1", "-Wall", "-Wextra", "-Werror",
        "-Wno-unknown-pragmas", at("new.c"), "-o", at("new"))
    run(o.gxx, "-std=c++17", "-ffp-contract=off", "-O1", "-w", at("recorded.cpp"), "-o",
        at("recorded"))
    expected = run(at("old")).stdout
    counted = run(at("recorded"))
    for name, got in (("new", run(at("new")).stdout), ("recorded", counted.stdout)):
        if got != expected:
            sys.exit("the results of '%s' are others" % name)
    print(counted.stderr, end="")


main()
