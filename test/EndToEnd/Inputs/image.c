/* Elements whose places are sums: what is written has holes at its ends. */
//@ function image
//@ size m
//@ grid 0 1 2 10
//@ large 30
//@ array A double [3*m+41] [61]
//@ array B double [m+1] [21]
//@ call image(m, A, B)
void image(int m, double A[3 * m + 41][61], double B[m + 1][21]) {
#pragma scop
  for (int i = 1; i <= m; i++)
    for (int j = 1; j <= 20; j++)
      for (int k = 1; k <= 39; k++)
        A[3 * i + k][j + k] = B[i][j] + k;
#pragma endscop
}
