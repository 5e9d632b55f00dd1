/* Subscripts that loops count up, and that branches and earlier iterations
   leave behind. */
//@ function counted
//@ size n m
//@ grid 0,0 0,2 1,1 2,0 3,1 6,5 11,8
//@ large 900,700
//@ array A double [4*n+m+1]
//@ array B double [4*n+m+1]
//@ array C double [2*n+2]
//@ array D double [n+2]
//@ call counted(n, m, A, B, C, D)
void counted(int n, int m, double *A, double *B, double *C, double *D) {
  int i, j, k = 0, last = 0, at;
  unsigned char parity;
#pragma scop
  for (i = 0; i < n; i++) {
    D[last] = D[last] * 0.5 + i;
    for (j = 0; j < 4; j++) {
      A[k] = A[k] * 0.25 + B[k];
      k++;
    }
    last = i;
  }
  for (j = 0; j < m; j++)
    A[k++] = B[j] + D[i];
  k = 2 * n + 2;
  for (i = 0; i < n; i++) {
    if (i > m)
      at = i - 1;
    else
      at = i + 1;
    parity = i % 2;
    C[--k] = D[at] + B[parity];
    k -= 1;
    C[k] = C[k] * 0.5 + at;
  }
#pragma endscop
}
