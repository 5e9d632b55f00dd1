// The emitted loops are executed before they are emitted, unless that is turned
// off, takes too much, or has nothing to compare with. Large constants are smaller
// in both programs.
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
// CHECK:      "instances": {{[1-9][0-9]+}},
// CHECK-NEXT: "smaller": [
// CHECK-NEXT:   2000000
// CHECK-NEXT: ],
// CHECK-NEXT: "steps": {{[1-9][0-9]+}}
// CHECK:      "function": "deep"
// CHECK:      "skipped": "its smallest instances take too many steps"
// CHECK:      "function": "flat"
// CHECK:      "instances": {{[1-9][0-9]+}},
// CHECK-NEXT: "smaller": [
// CHECK-NEXT:   1080,
// CHECK-NEXT:   1918
// CHECK-NEXT: ],
// OFF-NOT:    "replay"

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

void deep(double x[restrict 15][15][15][15][15][15])
{
#pragma scop
  for (int a = 0; a < 15; a++)
    for (int b = 0; b < 15; b++)
      for (int c = 0; c < 15; c++)
        for (int d = 0; d < 15; d++)
          for (int e = 0; e < 15; e++)
            for (int f = 0; f < 15; f++)
              x[a][b][c][d][e][f] *= 2;
#pragma endscop
}

void flat(float *restrict x, float *restrict y)
{
#pragma scop
  for (int i = 0; i < 1080; i++)
    for (int j = 1; j < 1919; j++)
      y[i * 1920 + j] = x[i * 1920 + j - 1] + x[i * 1920 + j + 1];
#pragma endscop
}
