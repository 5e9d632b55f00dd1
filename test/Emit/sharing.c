// Arrays of loop nests that follow each other share memory: one allocation of the
// largest size, or one plain array of the largest, and a pointer for each array.
// Large arrays of constant size join those of run-time size.
// RUN: %stevedore %s --report=%t.json -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s --check-prefix=RUNTIME
// RUN: %python -c "import json; print([(a['name'], a['sharedWith']) for a in json.load(open('%t.json'))['regions'][0]['arrays']])" \
// RUN:     | FileCheck %s --check-prefix=REPORT
// RUN: %stevedore --tile=8,16,4,8,8,8 %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s --check-prefix=CONSTANT
// RUN: %stevedore --share-buffers=off %s -- -std=c99 | sed '/^\/\//d' \
// RUN:     | FileCheck %s --check-prefix=OFF
void products(int n, double a[restrict n][n], double b[restrict n][n],
              float s[restrict n][n], double g[restrict 50][50]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        a[i][j] += b[i][k] * s[k][j];
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < 50; j++)
      for (int k = 0; k < 50; k++)
        g[i][j] += a[i][k] * a[k][j];
#pragma endscop
}
// RUNTIME-LABEL: void products(
// RUNTIME:       double *stevedore_shared = (double *)STEVEDORE_ALLOC(stevedore_most({{.*}}(size_t)stevedore_a_n0){{.*}}(size_t)50), (size_t)50)));
// RUNTIME-NEXT:  double *const stevedore_a = stevedore_shared;
// RUNTIME-NEXT:  double *const stevedore_a_2 = stevedore_shared;
// RUNTIME:       double *stevedore_shared_2 = (double *)STEVEDORE_ALLOC(stevedore_most({{.*}}(size_t)stevedore_b_n0){{.*}}(size_t)stevedore_g_n0)
// RUNTIME-NEXT:  double *const stevedore_b = stevedore_shared_2;
// RUNTIME-NEXT:  double *const stevedore_g = stevedore_shared_2;
// RUNTIME:       float *stevedore_s = (float *)STEVEDORE_ALLOC(
// RUNTIME-NEXT:  if (stevedore_shared && stevedore_shared_2 && stevedore_s) {
// RUNTIME:       STEVEDORE_FREE(stevedore_shared);
// RUNTIME-NEXT:  STEVEDORE_FREE(stevedore_shared_2);
// RUNTIME-NEXT:  STEVEDORE_FREE(stevedore_s);
// RUNTIME-NOT:   STEVEDORE_FREE

// REPORT: [('a', ['a']), ('b', ['g']), ('s', []), ('a', ['a']), ('g', ['b'])]

// CONSTANT-LABEL: void products(
// CONSTANT-NOT:   STEVEDORE_ALLOC
// CONSTANT:       double stevedore_shared[128] = {0};
// CONSTANT-NEXT:  double *const stevedore_a = stevedore_shared;
// CONSTANT-NEXT:  double *const stevedore_g = stevedore_shared;
// CONSTANT-NEXT:  double stevedore_b[32] = {0};
// CONSTANT:       double stevedore_a_2[2500];
// CONSTANT-NOT:   STEVEDORE_ALLOC

// OFF-LABEL: void products(
// OFF-NOT:   stevedore_shared
// OFF:       double *stevedore_a = (double *)STEVEDORE_ALLOC(
// OFF-NOT:   stevedore_shared
