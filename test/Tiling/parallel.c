// Parallel loops have boxes for tiles, whatever is asked for.
// RUN: %stevedore --tiling=diamond %s -o %t.c -- -std=c99 -fopenmp 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=%t.c -check-prefix=CODE
void sums(int n, double a[restrict n][n]) {
#pragma scop
// CHECK: parallel.c:[[#@LINE+1]]:{{.*}}remark: tiles are boxes: parallel loops are tiled in boxes alone
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i][j] += a[i][j - 1];
#pragma endscop
}
// CODE: STEVEDORE_GET(
