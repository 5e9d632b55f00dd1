/* Loops with OpenMP directives. The program prints every element that its
   regions write, in hexadecimal. */
#include <stdio.h>
#include <stdlib.h>

static void product(int n, double A[restrict n][n], double B[restrict n][n],
                    double C[restrict n][n]) {
  int i, j, k;
#pragma scop
#pragma omp parallel for private(j, k) schedule(static) num_threads(2)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      C[i][j] = 0;
      for (k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
#pragma endscop
}

/* A variable of each iteration, and lanes inside threads. */
static void scale(int n, double A[restrict n][n], double B[restrict n][n]) {
#pragma scop
#pragma omp parallel for default(shared)
  for (int i = 0; i < n; i++) {
    double factor = 1 + A[i][0];
#pragma omp simd
    for (int j = 0; j < n; j++) {
      double square = A[i][j] * A[i][j];
      B[i][j] = square * factor + square;
    }
  }
#pragma endscop
}

/* Two loops in one iteration of a sequential one. */
static void smooth(int n, int m, double *restrict a, double *restrict b) {
#pragma scop
  for (int t = 0; t < m; t++) {
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
#pragma omp parallel for simd
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
#pragma endscop
}

static void transposed(int n, double A[restrict n][n], double B[restrict n][n]) {
#pragma scop
#pragma omp parallel for collapse(2) firstprivate(n)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      B[j][i] += 2 * A[i][j];
#pragma endscop
}

/* Called by every thread of a team, and outside of any. */
static void shared(int n, double *restrict a) {
#pragma scop
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 3 + 1;
#pragma endscop
}

static void triangle(int n, double L[restrict n][n], double *restrict x,
                     const double *restrict y) {
  int i, j;
#pragma scop
  for (i = 0; i < n; i++) {
    x[i] = y[i] / 2;
#pragma omp simd lastprivate(j)
    for (j = 0; j <= i; j++)
      L[i][j] = L[i][j] + x[i];
  }
#pragma endscop
}

/* Sections, tasks and critical sections. */
static void orders(int n, double *restrict a, double *restrict b,
                   double *restrict c, double *restrict sum) {
#pragma scop
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n; i++)
      a[i] = 0.5 * i;
#pragma omp section
    for (int i = 1; i < n; i++)
      b[i] = b[i - 1] + i;
  }
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < n; i++) {
#pragma omp task depend(in : a[i - 1]) depend(inout : a[i])
    a[i] += 2 * a[i - 1];
#pragma omp task depend(in : a[i])
    c[i] = a[i] * b[i];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sum[0] += i;
  }
#pragma omp parallel for ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    sum[1] = sum[1] * 0.5 + c[i];
  }
#pragma endscop
}

static void show(const char *name, int count, const double *a) {
  printf("%s", name);
  for (int i = 0; i < count; i++)
    printf(" %a", a[i]);
  printf("\n");
}

static void run(int n, int m) {
  double(*A)[n] = malloc(sizeof(double[n][n]));
  double(*B)[n] = malloc(sizeof(double[n][n]));
  double(*C)[n] = malloc(sizeof(double[n][n]));
  double *a = malloc(sizeof(double[n])), *b = malloc(sizeof(double[n]));
  for (int i = 0; i < n; i++) {
    a[i] = i % 7 * 0.5;
    b[i] = i % 5 * 0.25;
    for (int j = 0; j < n; j++) {
      A[i][j] = (i * 3 + j) % 11 * 0.125;
      B[i][j] = (i + j * 5) % 13 * 0.0625;
      C[i][j] = 99;
    }
  }
  product(n, A, B, C);
  show("product", n * n, C[0]);
  scale(n, C, A);
  show("scale", n * n, A[0]);
  smooth(n, m, a, b);
  show("smooth", n, a);
  show("smooth", n, b);
  transposed(n, A, B);
  show("transposed", n * n, B[0]);
  shared(n, a);
#ifdef _OPENMP
#pragma omp parallel num_threads(2)
#endif
  shared(n, b);
  show("shared", n, a);
  show("shared", n, b);
  triangle(n, C, b, a);
  show("triangle", n * n, C[0]);
  show("triangle", n, b);
  double sum[2] = {0, 0};
  orders(n, a, b, C[0], sum);
  show("orders", n, a);
  show("orders", n, b);
  show("orders", n, C[0]);
  show("orders", 2, sum);
  free(A);
  free(B);
  free(C);
  free(a);
  free(b);
}

int main(void) {
  const int sizes[][2] = {{1, 1}, {2, 3}, {5, 4}, {11, 6}};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    run(sizes[k][0], sizes[k][1]);
  return 0;
}
