/* A stencil on the first half of a line, and rows of every third column: the
   numbers of elements that loops touch are quotients of the sizes. */
//@ function half
//@ size steps n
//@ grid 0,3 1,0 1,1 2,2 2,5 3,14 4,27
//@ array a double [n+2]
//@ array b double [n+2]
//@ array c double [n+2][n+2]
//@ call half(steps, n, a, b, c)
void half(int steps, int n, double a[restrict n + 2], double b[restrict n + 2],
          double c[restrict n + 2][n + 2]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; 2 * i < n; i++)
      b[i] = a[i - 1] + a[i] + a[i + 1];
    for (int i = 1; 2 * i < n; i++)
      a[i] = 0.25 * b[i];
  }
  for (int i = 0; 3 * i < n; i++)
    for (int j = 0; 4 * j + 3 * i <= 2 * n && j < n; j++)
      c[i][j] += a[i] * b[j];
#pragma endscop
}
