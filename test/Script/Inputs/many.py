"""Writes a region of 100 statements, a script of one step and one of 1,000 steps
on it, of which every second one takes the one before back."""

import os
import sys

folder, count, steps = sys.argv[1], 100, 1000
arrays = "".join(f"double A{k}[500][500];\n" for k in range(count + 1))
nests = "".join(
    "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n"
    f"      A{k + 1}[i][j] += A{k}[i][j];\n" for k in range(count))
with open(os.path.join(folder, "many.c"), "w") as out:
    out.write(f"{arrays}void many(int n) {{\n#pragma scop\n{nests}"
              "#pragma endscop\n}\n")
with open(os.path.join(folder, "one.lua"), "w") as out:
    out.write('skew("S0", 1, 2, 1)\n')
with open(os.path.join(folder, "many.lua"), "w") as out:
    out.write('skew("S0", 1, 2, 1)\n')
    for step in range(steps // 2):
        name = f'"S{step % count}"'
        out.write(f"interchange({name}, 1)\ninterchange({name}, 1)\n")
