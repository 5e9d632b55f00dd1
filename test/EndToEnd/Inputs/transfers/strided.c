/* Writes that leave cells between them alone: every second element, every third
   row, a checkerboard, a triangle that a time loop updates, every second
   element of every second plane. */
//@ function strided
//@ size n m
//@ grid 0,0 1,1 1,6 2,3 5,4 7,12 13,9
//@ large 900,700
//@ array x double [n]
//@ array A double [2*n+1]
//@ array B double [n][m]
//@ array C double [n][m]
//@ array D double [n][m]
//@ array E double [n][m][m]
//@ call strided(n, m, x, A, B, C, D, E)
void strided(int n, int m, double x[n], double *A, double B[n][m],
             double C[n][m], double D[n][m], double E[n][m][m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    A[2 * i] = x[i] + 1;
  for (int i = 0; 3 * i < n; i++)
    for (int j = 0; 2 * j + 1 < m; j++)
      B[3 * i][2 * j + 1] = C[i][j] * 0.5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if ((i + j) % 2 == 0)
        C[i][j] += B[i][j];
  for (int t = 0; t < 3; t++)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        if (j >= i)
          D[i][j] = D[i][j] * 0.5 + D[i][j - 1];
  for (int i = 0; 2 * i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; 2 * k < m; k++)
        E[2 * i][j][2 * k] += D[i][k] * C[i][j];
#pragma endscop
}
