// Double buffering: the results of the tile before leave, then the data of the
// tile after arrive, behind a fence or not, then the tile is computed.
// RUN: %stevedore --order=pipelined %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s --check-prefixes=CHECK,FENCE
// RUN: %stevedore --order=pipelined --channels=2 %s -- -std=c99 \
// RUN:     | sed '/^\/\//d' | FileCheck %s --implicit-check-not=STEVEDORE_FENCE(2
void scale(int n, double x[restrict n], double y[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
#pragma endscop
}
// CHECK-LABEL: void scale(
// CHECK:       STEVEDORE_GET_ASYNC(
// CHECK:       for (; tile0 <
// CHECK:       STEVEDORE_PUT_ASYNC({{.*}}, 2);
// FENCE:       STEVEDORE_FENCE(2);
// CHECK:       STEVEDORE_GET_ASYNC({{.*}}, 1 - tag0);
// CHECK:       STEVEDORE_WAIT(tag0);
// CHECK:       /* compute */
// CHECK:       STEVEDORE_WAIT(2);
// CHECK:       STEVEDORE_PUT_ASYNC({{.*}}, 2);
// CHECK:       STEVEDORE_WAIT(2);
