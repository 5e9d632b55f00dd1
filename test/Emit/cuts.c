// What tiles before have left is cut off where runs begin or end, or where rows
// do: one nest moves the rest, and no run is cut for the first tile of a strip.
// RUN: %stevedore --tile=32,32 %s -- -std=c99 | sed '/^[#\/]/d;s/^ *//' \
// RUN:     | FileCheck %s

// The halo is a part of the first row of a strip.
// CHECK-LABEL: void gradient(
// CHECK:       /* load */
// CHECK:       STEVEDORE_GET(&a_local[{{.*}}], &a[y][(xT >= 32 ? xT + 2 : xT)], (stevedore_min(101, xT + 33) - (xT >= 32
// CHECK-NOT:   STEVEDORE_GET
// CHECK:       /* compute */
void gradient(int h, float a[restrict h][102], float g[restrict h][100]) {
#pragma scop
  for (int y = 0; y < h; y++)
    for (int x = 0; x < 100; x++)
      g[y][x] = a[y][x + 2] - a[y][x];
#pragma endscop
}

// One of two fronts, whichever is further.
// CHECK-LABEL: void relax(
// CHECK:       /* store */
// CHECK:       STEVEDORE_PUT(&b[
// CHECK:       stevedore_max(iT - 2 * tT - 31, iT - 2 * steps_2 + 33) - 1)) -
// CHECK:       STEVEDORE_PUT(&a[
// CHECK-NOT:   STEVEDORE_PUT
// CHECK:       STEVEDORE_LOUD
void relax(int steps, int n, double a[restrict n], double b[restrict n]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = a[i - 1] + a[i] + a[i + 1];
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
#pragma endscop
}
