// What is assumed of elements, and stated in the region, bounds what they choose.
// RUN: %stevedore --assume='0 <= index[] < n' %s -o %t.c -- -std=c23
// RUN: FileCheck %s --input-file=%t.c
// RUN: %stevedore --assume='1 <= index[] <= 2*n - 1' %s -o %t.c -- -std=c23
// RUN: FileCheck %s --input-file=%t.c -check-prefix=TWICE
// RUN: %stevedore --assume='index[] >= 0' %s -o %t.c -- -std=c23 2>&1 \
// RUN:   | FileCheck %s -check-prefix=UNKNOWN
// RUN: not %stevedore --assume='0 <= index[] < k' %s -o %t.c -- -std=c23 2>&1 \
// RUN:   | FileCheck %s -check-prefix=UNKNOWN
// RUN: not %stevedore --assume='0 <= placed[] < n' %s -- -std=c23 2>&1 \
// RUN:   | FileCheck %s -check-prefix=NAME
// UNKNOWN: {{.*}}assumed-elements.c:[[#@LINE+6]]:{{.*}} depends on the data in 'index[i]'
// NAME: error: '--assume=placed': no region has an array 'placed'; did you mean 'place'?
void gather(int n, int m, const int *restrict index, const double *restrict v,
            double *restrict out) {
#pragma scop
  for (int i = 0; i < m; i++)
    out[i] = v[index[i]];
#pragma endscop
}
// CHECK: STEVEDORE_GET(&v_local[0], &v[0], n_2 * sizeof(double));
// TWICE: STEVEDORE_GET(&v_local[0], &v[1], (2 * n_2 - 1) * sizeof(double));

void stated(int n, int m, const int *restrict place, const double *restrict v,
            double *restrict out) {
#pragma scop
  for (int i = 0; i < m; i++) {
    __attribute__((assume(place[i] >= 0 && place[i] <= n)));
    out[i] = v[place[i]];
  }
#pragma endscop
}
// CHECK: STEVEDORE_GET(&v_local[0], &v[0], (n_2 + 1) * sizeof(double));
