// The search for regions in a statement that nobody marked has a budget of its
// own, which is told once; a region that is marked has the whole one.
// RUN: %stevedore --budget=0.000001 %s -o %t.c -- -Rpass-missed=stevedore 2>&1 | FileCheck %s
// RUN: cmp %s %t.c
// RUN: %stevedore --statistics --budget=0.000001 %s -- | FileCheck --check-prefix=TABLE %s
// TABLE: 1 search-budget: the search for regions in the statement has taken 5e-07 seconds
// RUN: %stevedore %s -o %t.c --profitable=off -- -Rpass-missed=stevedore && grep '/\* load \*/' %t.c
void step(double *b);
void f(int n, double a[restrict n][n], double *restrict b) {
  // CHECK: search.c:[[@LINE+3]]:3: remark: the search for regions in the statement has taken 1e-06 seconds
  // CHECK: note: mark the region with '#pragma scop' and '#pragma endscop', or use '--budget=SECONDS'
  // CHECK-NOT: remark: the search
  for (int t = 0; t < n; t++) {
    step(b);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        a[i][j] += b[j];
  }
}
