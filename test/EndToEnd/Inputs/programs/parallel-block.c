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
int main(void) { block(50, A, b); double s = 0; for (int i = 0; i < 50; i++) s = s * 1.1 + b[i] + A[i][7]; printf("%.17g\n", s); }
