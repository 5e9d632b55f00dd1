// An array in parts: one buffer for the row A[k][j], one for the column A[i][k],
// one for the block A[i][j]; a statement for each combination that occurs, and
// none of them tested where a loop can be split.
// RUN: %stevedore %s -- -std=c99 | sed '/^\/\//d' | FileCheck %s
// RUN: %stevedore --split-arrays=off %s -- -std=c99 | sed '/^\/\//d' | FileCheck %s --check-prefix=OFF
// RUN: %stevedore %s -o %t.c -- -std=c99
// RUN: %clang -std=c99 -Wall -Wextra -Werror -O1 -c %t.c -o %t.clang.o
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -O2 -c %t.c -o %t.gcc.o

void shortest(int n, int path[n][n]) {
#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        path[i][j] = path[i][k] + path[k][j] < path[i][j]
                         ? path[i][k] + path[k][j] : path[i][j];
#pragma endscop
}

// A part that no tile needs is not allocated.
// CHECK: int *path_local = (int *)STEVEDORE_ALLOC(
// CHECK: const int needs_path = n_2 >= 2;
// CHECK: int *path_local_2 = needs_path ? (int *)STEVEDORE_ALLOC({{.*}}) : (int *)0;
// CHECK: int *path_local_3 = needs_path_2 ? (int *)STEVEDORE_ALLOC({{.*}}) : (int *)0;
// CHECK: if (path_local && (path_local_2 || !needs_path) && (path_local_3 || !needs_path_2)) {
// CHECK: /* compute */
// CHECK: path_local_3[{{.*}}] = path_local[{{.*}}] + path_local_2[
// CHECK: /* store */
// CHECK: STEVEDORE_PUT(&path[{{.*}}], &path_local[
// CHECK: STEVEDORE_PUT(&path[{{.*}}], &path_local_2[
// CHECK: STEVEDORE_PUT(&path[{{.*}}], &path_local_3[
// CHECK: STEVEDORE_FREE(path_local_3);
// OFF-NOT: path_local_2
