#include <stdio.h>
static double A[50][50], b[50];
#define PUT(a, i, v) do { (a)[i] = (v); } while (0)
void block(int n, double A[restrict n][n], double *restrict b) {
  int i, j; double t;
#pragma scop
#pragma omp parallel private(i, j, t)
  {
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) { t = i * j; A[i][j] = t + 1; }
#pragma omp for nowait
    for (i = 0; i < n; i++)
      PUT(b, i, A[i][i] * 2 + b[i]);
  }
#pragma endscop
}
void turns(int n, int m, double *restrict a, double *restrict b, double *restrict sum) {
#pragma scop
#pragma omp parallel default(shared)
  {
    for (int t = 0; t < m; t++) {
#pragma omp for nowait
      for (int i = 1; i < n - 1; i++)
        b[i] = 0.5 * (a[i - 1] + a[i + 1]);
#pragma omp barrier
#pragma omp single
      sum[t] = b[1];
#pragma omp for schedule(static)
      for (int i = 1; i < n - 1; i++)
        a[i] = b[i] + sum[t];
    }
  }
#pragma endscop
}
int main(void) { block(50, A, b); turns(49, 9, b, A[3], A[5]); double s = 0; for (int i = 0; i < 50; i++) s = s * 1.1 + b[i] + A[i][7]; printf("%.17g\n", s); }
