// Tiles that workers share out, as C: macros tell callers apart, and a team is
// opened; what no tiles are is left to worker 0; a remark says where tiles depend on
// each other.
// RUN: %stevedore --workers=param %s -o %t.c -- 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --input-file=%t.c --check-prefixes=CHECK,CALLERS
// RUN: %stevedore --parallel=openmp --workers=4 %s -o %t.c -- -w 2>/dev/null
// RUN: FileCheck %s --input-file=%t.c --check-prefixes=CHECK,TEAM
// RUN: %stevedore --workers=4 --tile=8 %s -o %t.c -- -w 2>/dev/null
// RUN: FileCheck %s --input-file=%t.c --check-prefix=FOUR
// RUN: %stevedore --workers=1 %s -o %t.one -- -w
// RUN: %stevedore %s -o %t.c -- -w
// RUN: cmp %t.one %t.c


// SAID: remark: one worker executes the tiles of band 0: S0 depends on S0 by array 'a'

// CHECK-LABEL: void scale(
// CALLERS: done = STEVEDORE_AGREE(
// CALLERS: const long worker = STEVEDORE_WORKER(), workers = STEVEDORE_WORKERS();
// CALLERS-NEXT: STEVEDORE_BARRIER();
// CALLERS: long turn = worker;
// CALLERS-NEXT: for (long iT
// CALLERS-NEXT: if (turn == 0) {
// CALLERS: turn = workers;
// CALLERS: turn += -1;
// CALLERS: STEVEDORE_BARRIER();
// CALLERS: if (!done) {
// CALLERS-NEXT: STEVEDORE_BARRIER();
// CALLERS-NEXT: if (STEVEDORE_WORKER() == 0) {
// CALLERS: STEVEDORE_BARRIER();
// TEAM: #pragma omp parallel num_threads(4)
// TEAM: #pragma omp atomic write
// TEAM: done = 0;
// TEAM: STEVEDORE_TEAM_BARRIER();
// TEAM-NEXT: if (done) {
// TEAM: worker = STEVEDORE_TEAM_WORKER(), workers = STEVEDORE_TEAM_WORKERS();
// FOUR-LABEL: void scale(
// FOUR: if (T2 >= 1 && STEVEDORE_WORKERS() == 4 &&
// FOUR: const long worker = STEVEDORE_WORKER(), workers = 4;
// FOUR: turn = workers;
void scale(int n, double a[n][n], double b[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i][j] = 2 * a[i][j] + a[j][i];
#pragma endscop
}

// CHECK-LABEL: void sum(
// CALLERS: if (worker == 0 &&
// CALLERS: STEVEDORE_BARRIER();
// TEAM-NOT: {{#pragma omp paralle[l]}}
void sum(int n, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      a[j] = a[j - 1] + a[j];
#pragma endscop
}
