// Double buffering: the results of the tile before leave, then the data of the
// tile after arrive, then the tile is computed.
// RUN: %stevedore --order=pipelined %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s
void scale(int n, double x[restrict n], double y[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
#pragma endscop
}
// CHECK-LABEL: void scale(
// CHECK:       STEVEDORE_GET_ASYNC(
// CHECK:       for (; stevedore_tile0 <
// CHECK:       STEVEDORE_PUT_ASYNC({{.*}}, 2);
// CHECK:       STEVEDORE_GET_ASYNC({{.*}}, 1 - stevedore_tag0);
// CHECK:       STEVEDORE_WAIT(stevedore_tag0);
// CHECK:       /* compute */
// CHECK:       STEVEDORE_WAIT(2);
// CHECK:       STEVEDORE_PUT_ASYNC({{.*}}, 2);
// CHECK:       STEVEDORE_WAIT(2);
