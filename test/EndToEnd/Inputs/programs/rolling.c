/* Arrays that live in their region alone: every time step in a row of its own,
   and a row of products for each sum. */
#include <stdio.h>

static void steps(int n, int last, const double *restrict in,
                  double *restrict out) {
  double x[5][64];
  if (last < 0 || last > 4 || n > 64)
    return;
#pragma scop
  for (int i = 0; i < n; i++)
    x[0][i] = in[i];
  for (int t = 1; t <= last; t++)
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
      x[t][i] = x[t - 1][n - 1 - i] + 0.5 * x[t - 1][i];
  for (int i = 0; i < n; i++)
    out[i] = x[last][i];
#pragma endscop
}

static void sums(int n, const double *restrict in, double *restrict out) {
  double row[64][64];
  if (n > 64)
    return;
#pragma scop
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      row[i][j] = i * in[j];
    for (int j = 0; j < n; j++)
      out[i] += row[i][n - 1 - j] * in[j];
  }
#pragma endscop
}

int main(void) {
  static const int sizes[] = {0, 1, 2, 7, 64};
  static double in[64], out[64];
  for (int k = 0; k < 5; k++)
    for (int last = 0; last < 5; last++) {
      for (int i = 0; i < 64; i++) {
        in[i] = 1.0 / (i + 2);
        out[i] = -i;
      }
      steps(sizes[k], last, in, out);
      sums(sizes[k], in, out);
      for (int i = 0; i < 64; i++)
        printf("%a ", out[i]);
      printf("\n");
    }
  return 0;
}
