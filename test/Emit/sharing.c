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
// RUNTIME:       double *shared = (double *)STEVEDORE_ALLOC(stevedore_most({{.*}}a_n0){{.*}}
// RUNTIME-NEXT:  {{.*}}50), 50)));
// RUNTIME-NEXT:  double *const a_local = shared, *const a_local_2 = shared;
// RUNTIME:       double *shared_2 = (double *)STEVEDORE_ALLOC(stevedore_most({{.*}}b_n0){{.*}}
// RUNTIME-NEXT:  {{.*}}g_n0)
// RUNTIME-NEXT:  double *const b_local = shared_2, *const g_local = shared_2;
// RUNTIME:       float *s_local = (float *)STEVEDORE_ALLOC(
// RUNTIME-NEXT:  if (shared && shared_2 && s_local) {
// RUNTIME:       STEVEDORE_FREE(shared);
// RUNTIME-NEXT:  STEVEDORE_FREE(shared_2);
// RUNTIME-NEXT:  STEVEDORE_FREE(s_local);
// RUNTIME-NOT:   STEVEDORE_FREE

// REPORT: [('a', ['a']), ('b', ['g']), ('s', []), ('a', ['a']), ('g', ['b'])]

// CONSTANT-LABEL: void products(
// CONSTANT-NOT:   STEVEDORE_ALLOC
// CONSTANT:       STEVEDORE_LOCAL(double, shared, [128]){{( = [{]0[}])?}};
// CONSTANT-NEXT:  double *const a_local = shared, *const g_local = shared;
// CONSTANT-NEXT:  STEVEDORE_LOCAL(double, b_local, [8][4]){{( = [{]0[}])?}};
// CONSTANT:       STEVEDORE_LOCAL(double, a_local_2, [50][50]){{( = [{]0[}])?}};
// CONSTANT-NOT:   STEVEDORE_ALLOC

// OFF-LABEL: void products(
// OFF-NOT:   shared
// OFF:       double *a_local = (double *)STEVEDORE_ALLOC(
// OFF-NOT:   shared
