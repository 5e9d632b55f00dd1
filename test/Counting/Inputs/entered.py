"""Compares the sizes that emitted code chooses when it is entered with those of
`--choose`.

    entered.py STEVEDORE ENTRY_CHECK CC BYTES|MACHINE COUNT BESTS SEED [OPTION...] [FILE[:FUNCTION]...]

For each FILE, or all kernels of test/EndToEnd/Inputs, the code is compiled once
by CC, which may have flags. At COUNT random vectors of values of the parameters,
few of them small and few of them huge, the function FUNCTION_choose_tiles has to
return what ENTRY_CHECK finds, which `--tile=auto --choose` calls `atEntry`.
Prints how often that is also the best in the first BESTS vectors, the most that
it costs over the best, and whether each call took less than a millisecond; exit
status 0 where all agree."""

import glob
import os
import random
import re
import subprocess
import sys
import tempfile

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "..", "..", "EndToEnd", "Inputs")
DRIVER = """
#include <stdio.h>
#include <time.h>
int main(int argc, char **argv) {
  static const long at[][%(count)d] = {%(rows)s};
  struct timespec begin, end;
  double most = 0;
  (void)argc, (void)argv;
  for (unsigned r = 0; r < sizeof at / sizeof *at; r++) {
    struct %(name)s_tiles t;
    double least = 1e9, micros;
    for (int repeat = 0; repeat < 3; repeat++) {
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
      t = %(name)s_choose_tiles(%(arguments)s);
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
      micros = (end.tv_sec - begin.tv_sec) * 1e6 +
               (end.tv_nsec - begin.tv_nsec) / 1e3;
      least = micros < least ? micros : least;
    }
    most = least > most ? least : most;
    %(prints)s
    printf("\\n");
  }
  printf("%%.0f\\n", most);
  return 0;
}
"""


def value(chance):
    """A small problem, one of a usual size, a large or a huge one."""
    most = chance.choice([8, 60, 60, 400, 400, 3000, 3000, 20000, 1 << 30,
                          1 << 40, (1 << 63) - 1])
    return chance.randint(1 if chance.random() < 0.1 else 0, most)


def chosen_by_code(rewritten, name, rows, compiler, folder):
    """The sizes that the code takes at each row, and the longest time."""
    with open(rewritten, encoding="utf-8") as text:
        fields = re.search(r"struct %s_tiles { long ([\w, ]+); };" % name,
                           text.read()).group(1).split(", ")
    driver = os.path.join(folder, "driver.c")
    with open(driver, "w", encoding="utf-8") as out:
        out.write('#define _POSIX_C_SOURCE 200809L\n#include "%s"' % rewritten)
        out.write(DRIVER % {
            "count": len(rows[0]), "name": name,
            "rows": ", ".join("{%s}" % ", ".join(map(str, row)) for row in rows),
            "arguments": ", ".join("at[r][%d]" % k
                                   for k in range(len(rows[0]))),
            "prints": "\n".join('printf("%%ld ", t.%s);' % f for f in fields)})
    program = os.path.join(folder, "driver")
    # Kernels have main() of their own, and call functions of the library.
    subprocess.run([*compiler.split(), "-std=c99", "-Wall", "-Wextra", "-Werror",
                    "-Wno-unknown-pragmas", driver, "-o", program, "-lm"],
                   check=True)
    lines = subprocess.run([program], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return [list(map(int, line.split())) for line in lines[:-1]], int(lines[-1])


def compare(tools, source, function, options, count, bests, seed):
    """Whether all agree."""
    stevedore, check, compiler = tools
    if function:
        options = [*options, "--functions=^%s$" % function]
    with tempfile.TemporaryDirectory() as folder:
        rewritten = os.path.join(folder, "rewritten.c")
        subprocess.run([stevedore, *options, "--tile=auto", source, "-o", rewritten,
                        "--", "-std=c99"], stderr=subprocess.PIPE)
        called = None
        if os.path.exists(rewritten):
            with open(rewritten, encoding="utf-8") as text:
                called = re.search(r"(\w+)_choose_tiles\((.*)\) {", text.read())
        label = os.path.basename(source) if not function else function
        if not called or called.group(2) == "void":
            print(label + ": no sizes are chosen", flush=True)
            return True
        chance = random.Random(seed)
        rows = [[value(chance) for _ in called.group(2).split(",")]
                for _ in range(count)]
        found, micros = chosen_by_code(rewritten, called.group(1), rows, compiler,
                                       folder)
        text = "\n".join(" ".join(map(str, row)) for row in rows) + "\n"
        answer = subprocess.run([check, str(bests), *options, source], input=text,
                                capture_output=True, text=True)
        if answer.returncode != 0:
            print(label + ": " + answer.stderr.strip())
            return False
        lines = answer.stdout.splitlines()
        sizes = len(lines[1].split())
        wrong, over = 0, []
        for row, taken, line in zip(rows, found, lines[2:]):
            expected = list(map(int, line.split()[:sizes]))
            over += map(float, line.split()[sizes:])
            if taken != expected:
                wrong += 1
                print("%s: at %s the code takes %s, --choose %s" %
                      (label, row, taken, expected))
        known = [times for times in over if times > 0]
        print("%s: %d of %d agree, %d of %d are best, at most %.3f times the best, %s" %
              (label, count - wrong, count, known.count(1), len(known),
               max(known, default=1), "less than a millisecond"
               if micros < 1000 else "%d us" % micros), flush=True)
        return wrong == 0


def main(stevedore, check, compiler, size, count, bests, seed, *others):
    options = ["--machine=" + size if size.endswith(".yaml") else
               "--local-memory=" + size]
    options += [word for word in others if word.startswith("--")]
    kernels = [word for word in others if not word.startswith("--")]
    agree = [compare((stevedore, check, compiler), *(kernel + ":").split(":")[:2],
                     options, int(count), int(bests), int(seed))
             for kernel in kernels or sorted(glob.glob(INPUTS + "/*.c"))]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
