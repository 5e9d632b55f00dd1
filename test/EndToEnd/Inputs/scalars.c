/* Variables declared ahead of all loops, as in old C: some hold nothing between
   iterations, others do, or are looked at afterwards. */
//@ function scalars
//@ size n m
//@ grid 0,2 1,1 2,0 3,1 6,5 11,8
//@ large 2000,1500
//@ array A double [n][m]
//@ array B double [n][m]
//@ array x double [n]
//@ array last double [2]
//@ direct
//@ locals
//@ call scalars(n, m, A, B, x, last)
void scalars(int n, int m, double A[n][m], double B[n][m], double x[n],
             double last[2]) {
  int i, j, k;
  double s, run = 0, some = 0.5, end = -1;
#pragma scop
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      s = A[i][j];
      for (k = 0; k < j; k++)
        s += A[i][k] * B[i][k];
      B[i][j] = s;
    }
  for (i = 0; i < n; i++) {
    s = x[i];
    for (j = 0; j < m; j++)
      s = 0.5 * s + B[i][j];
    run = run * 0.25 + s;
    x[i] = run;
    end = s;
  }
  for (i = 0; i < n; i++) {
    if (i % 3 == 1)
      some = x[i];
    for (j = 0; j < m; j++)
      A[i][j] = some * B[i][j];
  }
#pragma endscop
  last[0] = end;
  last[1] = 0;
}
