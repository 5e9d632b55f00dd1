// RUN: not %stevedore --strict %s -o %t.c -- -fwrapv 2>&1 | FileCheck --check-prefix=WRAP %s
// WRAP: signed-wrap.c:[[#@LINE+4]]:3: error: signed integers wrap around in this file, by '-fwrapv'
// WRAP: note: compile it without '-fwrapv' where nothing relies on it
void f(int n, int first, int *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
    if (first + i < 0)
      a[i] = 1;
#pragma endscop
}
