/* Mean of nine neighbours, in place. */
//@ function seidel2d
//@ size steps n
//@ grid 0,0 0,5 1,1 1,2 1,3 3,5 4,13
//@ large 500,2000
//@ array A double [n][n]
//@ call seidel2d(steps, n, A)
void seidel2d(int steps, int n, double A[n][n]) {
#pragma scop
  for (int t = 0; t <= steps - 1; t++)
    for (int i = 1; i <= n - 2; i++)
      for (int j = 1; j <= n - 2; j++)
        A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] +
                   A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j - 1] +
                   A[i + 1][j] + A[i + 1][j + 1]) /
                  9.0;
#pragma endscop
}
