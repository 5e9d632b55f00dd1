/* A star of nine points over a triangle, in place. */
//@ function nine_points
//@ size n
//@ grid 0 1 2 7 25
//@ large 800
//@ array A double [n+5] [n+5]
//@ call nine_points(n, A)
void nine_points(int n, double A[n + 5][n + 5]) {
#pragma scop
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n + 1 - i; j++)
      A[i + 1][j + 1] =
          0.2 * A[i + 1][j + 1] +
          0.1 * (A[i - 1][j + 1] + A[i][j + 1] + A[i + 2][j + 1] +
                 A[i + 3][j + 1] + A[i + 1][j - 1] + A[i + 1][j] +
                 A[i + 1][j + 2] + A[i + 1][j + 3]);
#pragma endscop
}
