// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// Every way to have an array.

#include <stddef.h>

static double constant[20][30];
struct point {
  double x, y[2];
};
struct image {
  int w;
  double *data;
  float rows[16][16];
};

void shapes(int n, int m, double vla[n][m], double (*rows)[30],
            struct point *p, struct image *img, double *line, double *single) {
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      constant[i][j] = vla[i][j] + rows[i + 1][j];
    p[i].y[1] = p[i + 1].x;
    img->data[i] = img->rows[3][i];
    *(line + 2 * i) = constant[0][0];
    *single += 1;
  }
#pragma endscop
}
// CHECK-LABEL: # shapes
// CHECK: reads:
// CHECK-DAG: S0[i, j] -> vla[i, j]
// CHECK-DAG: S0[i, j] -> rows[1 + i, j]
// CHECK-DAG: S1[i] -> p[o0] : 0 <= i < n and i <= o0 <= 1 + i
// CHECK-DAG: S2[i] -> img_rows[3, i]
// CHECK-DAG: S4[i] -> single[0]
// CHECK: mustWrites:
// CHECK-DAG: S0[i, j] -> constant[i, j]
// CHECK-DAG: S1[i] -> p[i]
// CHECK-DAG: S2[i] -> img_data[i]
// CHECK-DAG: S3[i] -> line[2i]
// CHECK-DAG: S4[i] -> single[0]

// Products of sizes become dimensions where inner subscripts stay below.
void linear(int n, int m, int k, double *a, double *b, double *c) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      a[i * m + j] = a[(i + 1) * m + m - 1 - j];
      b[(size_t)i * (m + 2) + j + 1] = 0;
      for (int l = 0; l < k; l++)
        c[(i * m + j) * k + l] = 0;
    }
#pragma endscop
}
// CHECK-LABEL: # linear
// CHECK-DAG: S0[i, j] -> a[1 + i, -1 + m - j]
// CHECK-DAG: S0[i, j] -> a[i, j]
// CHECK-DAG: S1[i, j] -> b[i, 1 + j]
// CHECK-DAG: S2[i, j, l] -> c[i, j, l]

// A condition on parameters that makes the subscripts stay below is tested at
// run time.
// RUN: %stevedore %s 2>&1 | FileCheck --check-prefix=GUARD %s
void guarded(int n, int m, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * 2 * n + j] = 0;
#pragma endscop
}
// CHECK-LABEL: # guarded
// CHECK: S0[i, j] -> a[2i, j]
// GUARD-LABEL: void guarded(
// GUARD: {{^ +if}} (T1 >= 1 && {{.*}}!((long long)(n) >= 1 && (long long)(m) >= (long long)(n) + 1)
