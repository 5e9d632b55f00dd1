/* Arrays that functions read through pointers: rows and wholes, arrays that the
   region writes, structures, parts of an array from an element on. */
//@ function given
//@ size n
//@ grid 0 1 2 5 12
//@ array l double [n][n]
//@ array b double [n]
//@ array x double [n]
//@ array kernel float [5][5]
//@ array image float [n+4][n+4]
//@ array edges float [n][n]
//@ array word char:unsigned [n+8]
//@ array same int [n]
//@ call given(n, l, b, x, kernel, image, edges, word, same)
#include <string.h>

static double product(const double *row, const double *vector, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += row[k] * vector[k];
  return sum;
}

static float corner(float (*at)[5], int size) {
  const float *first = *at;
  float sum = 0;
  while (size-- > 0)
    sum += at[size][size] * *first++;
  return sum;
}

static double twice(const double *value) { return *value + *value; }

static double spread(const double four[4]) {
  return product(four, four + 1, 3) - four[2];
}

void given(int n, double l[restrict n][n], double b[restrict n],
           double x[restrict n], float kernel[restrict 5][5],
           float image[restrict n + 4][n + 4], float edges[restrict n][n],
           unsigned char word[restrict n + 8], int same[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = 0;
  for (int i = 0; i < n; i++) {
    x[i] = (b[i] - product(l[i], x, i)) / 2 + twice(&b[i]);
    l[i][i] = x[i];
  }
  for (int i = 0; i < n; i++) {
    double four[4];
    for (int k = 0; k < 4; k++)
      four[k] = x[i] * k;
    x[i] = spread(four);
    same[i] = memcmp(word + i, &word[2], 4) != 0;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      edges[i][j] = image[i + 2][j + 2] + corner(kernel, 5) -
                    corner(&kernel[1], 3) * kernel[i % 5][j % 5];
#pragma endscop
}
