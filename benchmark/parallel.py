#!/usr/bin/env python3
# Part of the Stevedore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for licence information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates a file with 40 regions, rewrites it with -j 1 and with -j N, compares
what comes out, and prints the ratio of the times: the best of some runs each, in
turn, since other programs may be at work. Exit status 1 if the outputs differ,
or with --limit=R if the ratio is larger than R."""

import argparse
import os
import subprocess
import sys
import time

KERNELS = [
    """void product{k}(int n, double A[n][n], double B[n][n], double C[n][n])
{{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = {k}; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
}}
""",
    """void stencil{k}(int n, int t, double A[n], double B[n])
{{
  for (int s = 0; s < t; s++) {{
    for (int i = {k} + 1; i < n - 1; i++)
      B[i] = (A[i - 1] + A[i] + A[i + 1]) / 3;
    for (int i = {k} + 1; i < n - 1; i++)
      A[i] = B[i];
  }}
}}
""",
    """void solve{k}(int n, double L[n][n], double x[n], double b[n])
{{
  for (int i = {k}; i < n; i++) {{
    x[i] = b[i];
    for (int j = {k}; j < i; j++)
      x[i] -= L[i][j] * x[j];
    x[i] = x[i] / L[i][i];
  }}
}}
""",
    """void filter{k}(int h, int w, float In[h][w], float Mid[h][w], float Out[h][w])
{{
  for (int y = 0; y < h; y++)
    for (int x = {k} + 1; x < w - 1; x++)
      Mid[y][x] = In[y][x - 1] + In[y][x] + In[y][x + 1];
  for (int y = 1; y < h - 1; y++)
    for (int x = {k} + 1; x < w - 1; x++)
      Out[y][x] = Mid[y - 1][x] + Mid[y][x] + Mid[y + 1][x];
}}
""",
]


def program(regions):
    return "\n".join(KERNELS[k % len(KERNELS)].format(k=k)
                     for k in range(regions))


def rewrite(o, source, jobs):
    """(seconds, seconds of processor time, everything that comes out)."""
    before = os.times()
    begin = time.monotonic()
    done = subprocess.run(
        [o.stevedore, "-j", str(jobs), source, "--", "-std=c99"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    seconds = time.monotonic() - begin
    after = os.times()
    spent = (after.children_user + after.children_system
             - before.children_user - before.children_system)
    return seconds, spent, (done.returncode, done.stdout, done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stevedore", default="stevedore")
    parser.add_argument("--work", default="benchmark-work")
    parser.add_argument("--regions", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float)
    o = parser.parse_args()
    os.makedirs(o.work, exist_ok=True)
    source = os.path.join(o.work, "regions.c")
    with open(source, "w") as text:
        text.write(program(o.regions))
    outputs, best, spent = set(), {}, {}
    for _ in range(o.runs):
        for jobs in (1, o.jobs):
            seconds, processor, output = rewrite(o, source, jobs)
            outputs.add(output)
            best[jobs] = min(seconds, best.get(jobs, seconds))
            spent[jobs] = min(processor, spent.get(jobs, processor))
    for jobs in (1, o.jobs):
        print("-j %d: %.2f s, %.2f s of processor time"
              % (jobs, best[jobs], spent[jobs]))
    if len(outputs) > 1 or next(iter(outputs))[0]:
        print("the outputs differ, or the file could not be rewritten")
        return 1
    ratio = best[o.jobs] / best[1]
    print("ratio %.2f, the same output" % ratio)
    return 1 if o.limit and ratio > o.limit else 0


if __name__ == "__main__":
    sys.exit(main())
