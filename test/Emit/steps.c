// Tiles of loops with steps count iterations, so that no set has holes, and
// neighbouring runs are one: pixels of three bytes are stored in rows.
// RUN: %stevedore --profitable=off %s -- -std=c99 | sed '/^[#\/]/d;s/^ *//' \
// RUN:     | FileCheck %s
void fill(int h, int w, unsigned char rgb[restrict h][w][3]) {
#pragma scop
  for (int y = 1; y < h - 1; y += 2)
    for (int x = 1; x < w - 1; x += 2)
      for (int dx = 0; dx < 2; dx++) {
        rgb[y][x + dx][0] = x;
        rgb[y][x + dx][1] = y;
        rgb[y][x + dx][2] = x + y;
      }
#pragma endscop
}
// CHECK-LABEL: void fill(
// CHECK:       for (long yT = 0; yT < ((h_2 + 1) / 2) - 1; yT += T1)
// CHECK-NEXT:  for (long xT = 0; xT < ((w_2 + 1) / 2) - 1; xT += T2) {
// CHECK:       /* compute */
// CHECK:       for (long y = yT; y < T1 + yT; y++)
// CHECK-NEXT:  for (long x = xT; x < T2 + xT; x++)
// CHECK:       * 3 + 1] = (int)(2 * y + 1);
// CHECK:       /* store */
// CHECK-NOT:   for (long x
// CHECK:       STEVEDORE_PUT(&rgb[y][2 * xT + 1][0],
// CHECK-NOT:   for (
// CHECK:       STEVEDORE_LOUD

// Elements at a distance are moved by loops with that step.
void every(int n, float A[restrict 3 * n + 3], float B[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    B[i] = A[3 * i] + A[3 * i + 3];
#pragma endscop
}
// CHECK-LABEL: void every(
// CHECK:       /* load */
// CHECK-NOT:   floord(i
// CHECK:       for (long i = 3 * iT + 3; {{.*}}; i += 3) {
// CHECK-NOT:   floord(i
// CHECK:       /* compute */
