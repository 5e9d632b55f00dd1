/* A matrix transposed in place. */
//@ function transpose
//@ size n
//@ grid 0 1 2 5 11
//@ large 2000
//@ array A double [n][n]
//@ call transpose(n, A)
void transpose(int n, double A[n][n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double t = A[i][j];
      A[i][j] = A[j][i];
      A[j][i] = t;
    }
#pragma endscop
}
