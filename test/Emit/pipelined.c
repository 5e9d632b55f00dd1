// Double buffering: while one tile is computed, the data of the next one
// arrive, behind a fence or not, and the results of the one before leave. The
// last round computes what is left. Strips of tiles take turns with the sides of
// buffers, or begin when the one before has ended.
// RUN: %stevedore --order=pipelined %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s --check-prefixes=CHECK,FENCE,NEST
// RUN: %stevedore --order=pipelined --channels=2 %s -- -std=c99 \
// RUN:     | sed '/^\/\//d' | FileCheck %s --check-prefixes=CHECK,NEST
// RUN: %stevedore --order=pipelined --overlap=strip %s -- -std=c99 \
// RUN:     | sed '/^\/\//d' | FileCheck %s --check-prefixes=CHECK,FENCE,STRIP
// RUN: %stevedore --order=pipelined --tile=16 -Rpass=stevedore %s \
// RUN:     -o %t.c -- -std=c99 2>&1 | FileCheck %s --check-prefix=SAID
// SAID: transfers overlap with computation, but for the loads of the first tile and the stores of the last one [-Rpass=stevedore]
// SAID: 'T2' has no constant size, so that buffers are allocated: with '--tile=16,16,16' they are arrays
// SAID: transfers overlap with computation, {{.*}} the last one: 0.750 of the bytes do [-Rpass=stevedore]
void scale(int n, double x[restrict n], double y[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
#pragma endscop
}
// CHECK-LABEL: void scale(
// CHECK:       for (long last = 0; last < 2; last++)
// CHECK-NEXT:  for (long iT_next = 0; (last == 1 ? iT_next == 0 : iT_next < n
// CHECK-NEXT:  if (last == 0) {
// FENCE-NEXT:  STEVEDORE_FENCE(2);
// CHECK-NEXT:  const long iT = iT_next;
// CHECK:       STEVEDORE_GET_ASYNC({{.*}}
// CHECK:       turn0);
// CHECK:       if (held == 1) {
// CHECK-NEXT:  STEVEDORE_WAIT(1 - turn0);
// CHECK-NEXT:  const long iT = iT_held
// CHECK-NEXT:  /* compute */
// CHECK:       STEVEDORE_WAIT(2);
// CHECK:       STEVEDORE_PUT_ASYNC(
// CHECK:       turn0 = 1 - turn0;
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
// NEST:        for (long last = 0; last < 2; last++)
// CHECK:       for (long iT
// CHECK:       for (long jT
// STRIP:       int held = 0;
// STRIP:       for (long last = 0; last < 2; last++)
// CHECK:       for (long kT_next = 0; (last == 1 ? kT_next == 0 : kT_next <=
// CHECK-NEXT:  if (last == 1 || {{.*}}kT_next == 0) {
// NEST:        side0 = 1 - side0;
// CHECK:       if (last == 0) {
// FENCE-NEXT:  STEVEDORE_FENCE(2);
// NEST:        const long turn = turn0,
// CHECK:       STEVEDORE_GET_ASYNC({{.*}}, turn0);
// CHECK:       if (held == 1) {
// NEST:        const long turn = 1 - turn0, side = held_side,
// CHECK:       /* compute */
// NEST:        c_local[(side * c_n1
// CHECK:       STEVEDORE_PUT_ASYNC(
void halve(double x[restrict 64], double y[restrict 64]) {
#pragma scop
  for (int i = 0; i < 64; i++)
    y[i] = x[i] / 2;
#pragma endscop
}
