// The variants of a statement, by the parts of the array that its references
// touch, share the outer loops of a tile that is not full; which of them run is
// asked outside the innermost loops.
// RUN: %stevedore --registers=off %s -- -std=c99 | sed '/^\/\//d;s/stevedore_//g' | FileCheck %s
void crout(int n, double a[restrict n][n]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 0; k < j; k++)
        a[i][j] -= a[i][k] * a[k][j];
      a[i][j] /= a[j][j];
    }
    for (int j = i; j < n; j++)
      for (int k = 0; k < i; k++)
        a[i][j] -= a[i][k] * a[k][j];
  }
#pragma endscop
}
// CHECK:          /* compute */
// CHECK-COUNT-2:  for (long i = {{.*}}; i++)
// CHECK-NOT:      for (long i =
// CHECK:          /* store */

// RUN: %stevedore --registers=off %s -- -std=c99 | sed '/^\/\//d;s/stevedore_//g' \
// RUN:     | FileCheck %s --check-prefix=INNER
// INNER:          /* compute */
// INNER:          for (long j = {{.*}}
// INNER-NEXT:       a_local[{{.*}}] -= a_local[{{.*}}] * a_local_3[
// INNER-NEXT:     for (long j = {{.*}}
// INNER-NEXT:       a_local_2[{{.*}}] -= a_local[{{.*}}] * a_local_3[

void update(int n, int m, double c[restrict n][n], double a[restrict n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      c[i][j] *= 0.5;
      for (int k = 0; k < m; k++)
        c[i][j] += a[i][k] * a[j][k];
    }
#pragma endscop
}
// What follows the head of an innermost loop:
// RUN: %stevedore --registers=off %s -- -std=c99 | sed '/^\/\//d;s/stevedore_//g' \
// RUN:     | sed -n '/^void update/,${/compute/,/store/{/for (long j/{n;p;};};}' \
// RUN:     | FileCheck %s --check-prefix=BODY --implicit-check-not='if ('
// BODY-COUNT-6: {{c_local[[].*a_local[[]|c_local[[].*0.5}}
