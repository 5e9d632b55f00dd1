// Boxes are transfers of planes and rows, with a tag where they overlap with the
// computation; columns are rows of one element.
// REQUIRES: stevedore, gcc
// RUN: %stevedore --transfers=box %s -o %t.c -- -std=c99
// RUN: grep -v "^//" %t.c | FileCheck %s
// RUN: %stevedore --transfers=box --order=pipelined %s -o %t-tags.c -- -std=c99
// RUN: grep -v "^//" %t-tags.c | FileCheck %s -check-prefix=TAGS
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -pedantic -fsyntax-only %t.c
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -pedantic -fsyntax-only %t-tags.c

// Where the length of a row is no parameter the distance of rows is not known.
// RUN: %stevedore --transfers=box %s -o %t-rows.c -- -std=c99 -DROW=n+1 2> %t.log
// RUN: FileCheck --input-file=%t.log %s -check-prefix=ROWS
// ROWS: remark: array 'in' is not loaded in boxes: the lengths of its rows
#ifndef ROW
#define ROW n
#endif

// CHECK: define STEVEDORE_GET_3D(local, localPitch, localPlane, remote, remotePitch, remotePlane, rowBytes, rows, planes)
// CHECK: STEVEDORE_GET_3D(&in_local
// CHECK: STEVEDORE_PUT_3D(&out[
// CHECK: STEVEDORE_GET_2D(&matrix_local{{.*}}, sizeof(double){{.*}}, &matrix[{{.*}}][0], sizeof(double) * n{{[_0-9]*}}, sizeof(double),
// TAGS: STEVEDORE_GET_3D_ASYNC(&in_local
// TAGS: STEVEDORE_PUT_3D_ASYNC(&out[
void work(int n, double in[restrict n][ROW][ROW], double out[restrict n][n][n],
          double matrix[restrict n][n], double sum[restrict n]) {
#pragma scop
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1; j++)
      for (int k = 0; k < n - 1; k++)
        out[i][j][k] = in[i][j][k] + in[i + 1][j + 1][k + 1];
  for (int i = 0; i < n; i++)
    sum[i] += matrix[i][0];
#pragma endscop
}
