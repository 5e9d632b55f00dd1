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
// CHECK:       STEVEDORE_PUT_ASYNC(
// FENCE:       STEVEDORE_FENCE(2);
// CHECK:       STEVEDORE_GET_ASYNC(
// CHECK:       1 - tag0);
// CHECK:       STEVEDORE_WAIT(tag0);
// CHECK:       /* compute */
// CHECK:       STEVEDORE_WAIT(2);
// CHECK:       STEVEDORE_PUT_ASYNC({{.*}}, 2);
// CHECK:       STEVEDORE_WAIT(2);
// The sum may be over nothing, so that tiles are those of two sets, and a loop
// over all of them has a condition in it.
void product(int n, int m, double c[restrict n][n], double a[restrict n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < m; k++)
        c[i][j] += a[i][k] * a[j][k];
    }
#pragma endscop
}
// CHECK-LABEL: void product(
// CHECK:       STEVEDORE_GET_ASYNC(
// CHECK:       for (; tile0 <=
// CHECK:       STEVEDORE_PUT_ASYNC({{.*}}, 2);
// FENCE:       STEVEDORE_FENCE(2);
// CHECK:       const long kT = tile0 + T
// CHECK-NEXT:  if (kT <= {{.*}} && ({{.*}}kT == 0)) {
// CHECK:       STEVEDORE_GET_ASYNC({{.*}}, 1 - tag0);
// CHECK:       STEVEDORE_WAIT(tag0);
// CHECK:       const long kT = tile0;
// CHECK-NEXT:  if ({{.*}}kT == 0) {
// CHECK:       /* compute */
