/* Each row of a matrix backwards in place. */
//@ function mirror
//@ size n m
//@ grid 0,0 1,1 3,2 5,7 6,12
//@ large 2000,2400
//@ array A double [n][m]
//@ call mirror(n, m, A)
void mirror(int n, int m, double A[restrict n][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m / 2; j++) {
      double t = A[i][j];
      A[i][j] = A[i][m - 1 - j];
      A[i][m - 1 - j] = t;
    }
#pragma endscop
}
