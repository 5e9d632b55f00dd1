"""Compares the sizes that emitted code chooses when it is entered with those of
`--choose`.

    entered.py STEVEDORE CC FILE FUNCTION NAME=LOW-HIGH,... BYTES|MACHINE COUNT SEED [OPTION...]

At COUNT random vectors of values of the parameters, the function FUNCTION_choose_tiles has to return what
`--tile=auto --choose` calls `atEntry`. Prints how often that is also the best, the most that it
costs over the best, and the microseconds of a call; exit status 0 where all
agree."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

DRIVER = """
#include <stdio.h>
#include <time.h>
int main(int argc, char **argv) {
  static const long at[][%(count)d] = {%(rows)s};
  struct timespec begin, end;
  double most = 0, micros;
  (void)argc, (void)argv;
  for (unsigned r = 0; r < sizeof at / sizeof *at; r++) {
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    struct %(function)s_tiles t = %(function)s_choose_tiles(%(arguments)s);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    micros = (end.tv_sec - begin.tv_sec) * 1e6 + (end.tv_nsec - begin.tv_nsec) / 1e3;
    most = micros > most ? micros : most;
    %(prints)s
    printf("\\n");
  }
  printf("%%.0f\\n", most);
  return 0;
}
"""


def vectors(ranges, count, seed):
    chance = random.Random(seed)
    bounds = [[int(part) for part in text.split("-")] for _, text in ranges]
    return [[chance.randint(*bound) for bound in bounds] for _ in range(count)]


def chosen_by_code(rewritten, function, names, rows, compiler, folder):
    """The sizes that the function returns at each row, and the longest time."""
    with open(rewritten, encoding="utf-8") as text:
        code = text.read()
    fields = re.search(r"struct %s_tiles { long ([\w, ]+); };" % function,
                       code).group(1).split(", ")
    order = re.findall(r"long (\w+)", re.search(
        r"struct %s_tiles %s_choose_tiles\((.*)\) {" % (function, function),
        code).group(1))
    driver = os.path.join(folder, "driver.c")
    with open(driver, "w", encoding="utf-8") as out:
        out.write('#define _POSIX_C_SOURCE 200809L\n#include "%s"' % rewritten)
        out.write(DRIVER % {
            "count": len(rows[0]), "function": function,
            "rows": ", ".join("{%s}" % ", ".join(map(str, row)) for row in rows),
            "arguments": ", ".join("at[r][%d]" % names.index(name)
                                   for name in order),
            "prints": "\n".join('printf("%%ld ", t.%s);' % f for f in fields)})
    program = os.path.join(folder, "driver")
    subprocess.run([compiler, "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror",
                    "-Wno-unknown-pragmas",
                    driver, "-o", program], check=True)
    lines = subprocess.run([program], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    found = [dict(zip(fields, map(int, line.split()))) for line in lines[:-1]]
    return found, int(lines[-1])


def main(tool, compiler, source, function, names, size, count, seed, *options):
    memory = "--machine=" if size.endswith(".yaml") else "--local-memory="
    options = [memory + size, "--functions=^%s$" % function, *options]
    ranges = [part.split("=") for part in names.split(",")]
    rows = vectors(ranges, int(count), int(seed))
    with tempfile.TemporaryDirectory() as folder:
        rewritten = os.path.join(folder, "rewritten.c")
        subprocess.run([tool, *options, "--tile=auto", source, "-o", rewritten,
                        "--", "-std=c99"], check=True)
        found, micros = chosen_by_code(
            rewritten, function, [name for name, _ in ranges], rows, compiler,
            folder)
    best, worst, wrong = 0, 1.0, 0
    for row, sizes in zip(rows, found):
        at = ",".join("%s=%d" % (name, value)
                      for (name, _), value in zip(ranges, row))
        answer = subprocess.run([tool, *options, "--tile=auto", "--choose=" + at, source, "--",
                                 "-std=c99"], capture_output=True, text=True)
        if answer.returncode != 0:
            print(at + ": " + answer.stderr.strip())
            continue
        region = json.loads(answer.stdout)["regions"][0]
        if region["atEntry"]["tiles"] != sizes:
            wrong += 1
            print("%s: the code takes %s, --choose %s" %
                  (at, sizes, region["atEntry"]["tiles"]))
        best += region["best"]["tiles"] == sizes
        over = region["atEntry"]["cycles"] / max(region["best"]["cycles"], 1)
        if over > 1 and "-v" in os.environ.get("ENTERED", ""):
            print(at, size, over, sizes, region["best"]["tiles"])
        worst = max(worst, over)
    print("%s: %d of %d agree, %d are best, at most %.3f times the best, %s" %
          (function, len(rows) - wrong, len(rows), best, worst,
           "less than a millisecond" if micros < 1000 else "%d us" % micros))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
