// The emitted loops are executed before they are emitted, unless that is turned
// off, takes too much, or has nothing to compare with.
// REQUIRES: stevedore
// RUN: %stevedore --report=%t.json %s -o %t.c -- -std=c99
// RUN: FileCheck %s < %t.json
// RUN: %stevedore --replay=off --report=%t.json %s -o %t.off.c -- -std=c99
// RUN: FileCheck --check-prefix=OFF %s < %t.json
// RUN: cmp %t.c %t.off.c

// CHECK:      "function": "small"
// CHECK:      "name": "replay"
// CHECK:      "replay": {
// CHECK-NEXT:   "instances": {{[1-9][0-9]+}},
// CHECK-NEXT:   "steps": {{[1-9][0-9]+}}
// CHECK:      "function": "large"
// CHECK:      "skipped": "its smallest instances take too many steps"
// OFF-NOT:    replay

void small(int n, double x[restrict n], double y[restrict n])
{
#pragma scop
  for (int i = 1; i < n; i++)
    y[i] = x[i] + x[i - 1];
#pragma endscop
}

void large(double x[restrict 2000000])
{
#pragma scop
  for (int i = 1; i < 2000000; i++)
    x[i] += x[i - 1];
#pragma endscop
}
