// Neighbouring rows are one transfer where a tile moves them whole and the
// buffer has rows of the same length.
// RUN: %stevedore %s -- -std=c99 | sed '/^\/\//d' | FileCheck %s
// RUN: %stevedore --modulo=pow2 %s -- -std=c99 | sed '/^\/\//d' | FileCheck %s --check-prefix=POW2
// RUN: %stevedore %s -o %t.c -- -std=c99
// RUN: %clang -std=c99 -Wall -Wextra -Werror -O1 -c %t.c -o %t.clang.o
// RUN: %gcc -std=c99 -Wall -Wextra -Werror -O2 -c %t.c -o %t.gcc.o

// A window over whole rows: what it keeps is moved, the rest is one run. A row begins
// with the result of the one before, so that only the outer loop is tiled.
// CHECK-LABEL: void windows(
// CHECK:      /* load */
// CHECK:      for (long j = 0; j < m_2; j++)
// CHECK-NEXT: a_local[(iT - a_at0 - 1) * a_n1 + j] = a_local[(iT - a_at0_before - 1) * a_n1 + j];
// CHECK:      STEVEDORE_GET(&a_local[{{.*}} * a_n1], &a[{{.*}}][0],
// CHECK-NEXT: sizeof(float) * ({{.*}}) * a_n1);
// CHECK:      /* compute */
// With other numbers of cells in a row, each row moves alone; what rows do not
// change is asked once, outside of the loop.
// POW2-LABEL: void windows(
// POW2:       /* load */
// POW2:       if (m_2 > 0)
// POW2-NEXT:  for (long i =
// POW2-NEXT:  STEVEDORE_GET({{.*}}, m_2 * sizeof(float));
// POW2:       /* compute */
void windows(int n, int m, float a[n][m], float r[n]) {
#pragma scop
  for (int i = 1; i < n; i++) {
    float s = r[i - 1];
    for (int j = 0; j < m; j++)
      s = s * 0.5f + a[i - 1][j] * a[i][j];
    r[i] = s;
  }
#pragma endscop
}

// Two whole dimensions, of constant length.
// CHECK-LABEL: void constants(
// CHECK:      /* load */
// CHECK:      STEVEDORE_GET(&a_local[0], &a[iT][0][0], sizeof(double) * (stevedore_min({{.*}}) - iT + 1) * 3 * 5);
// CHECK:      /* store */
// CHECK:      STEVEDORE_PUT(&a[iT][0][0], &a_local[0], sizeof(double) * (stevedore_min({{.*}}) - iT + 1) * 3 * 5);
// POW2-LABEL: void constants(
// POW2:       /* load */
// POW2:       STEVEDORE_GET(&a_local[{{.*}}][0], 5 * sizeof(double));
// POW2:       /* compute */
void constants(int n, int m, double a[n][3][5], double b[n][m]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s = s * 0.5 + b[i][j];
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 5; k++)
        a[i][j][k] = s = s * 0.5 + a[i][j][k];
    for (int j = m - 1; j >= 0; j--)
      b[i][j] = s = s * 0.5;
  }
#pragma endscop
}

// Rows whose length stands in the subscripts, and rows of structures.
// CHECK-LABEL: void products(
// CHECK:      STEVEDORE_GET({{.*}}, &a[((int){{.*}}) * (m) + ((int)0)], sizeof(double) *
// CHECK-NEXT: ({{.*}}) * a_n1);
// CHECK:      STEVEDORE_GET({{.*}}, &p[{{.*}}][0], sizeof(struct pair) * (
// CHECK-NEXT: ) * p_n1);
// CHECK:      /* compute */
struct pair {
  float x, y;
};
void products(int n, int m, const double *restrict a, double r[n],
              struct pair p[n][m]) {
#pragma scop
  for (int i = 1; i < n; i++) {
    double s = r[i - 1];
    for (int j = 0; j < m; j++)
      s = s * 0.5 + a[i * m + j] + p[i][j].x;
    r[i] = s;
  }
#pragma endscop
}

// A column of a row is not moved, a row is longer than the buffer's, its length
// is not known, rows are tiled: each row moves alone.
// CHECK-LABEL: void parts(
// CHECK:      /* load */
// CHECK:      STEVEDORE_GET(&a_local[{{.*}}], {{.*}}, n0 * sizeof(double));
// CHECK:      STEVEDORE_GET(&b_local[{{.*}}], {{.*}}, n0 * sizeof(double));
// CHECK:      STEVEDORE_GET(&c_local[{{.*}}], {{.*}}, n0 * sizeof(double));
// CHECK:      /* compute */
void parts(int n, int m, double a[n][m], double b[n][m + 1], double c[n][100],
           double r[n]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 1; j < m; j++)
      s = s * 0.5 + a[i][j] + b[i][j - 1] + c[i][j];
    r[i] = s;
  }
#pragma endscop
}
// CHECK-LABEL: void tiled(
// CHECK:      /* load */
// CHECK:      STEVEDORE_GET(&a_local[{{.*}}], {{.*}}, ({{.*}} - jT + 1) * sizeof(double));
// CHECK:      /* compute */
void tiled(int n, int m, double a[n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = a[i][j] * 2;
#pragma endscop
}
