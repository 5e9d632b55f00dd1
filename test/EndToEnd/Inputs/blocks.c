/* Blocks of memory that are set and copied by calls, in and between loops. */
//@ function blocks
//@ size n m
//@ grid 0,1 1,1 1,2 2,1 3,5 6,3 9,11
//@ large 300,200
//@ array A double [n*m]
//@ array B double [n*m+m]
//@ array C int [n+4]
//@ array D char [n+m]
//@ array E double [4][6]
//@ call blocks(n, m, A, B, C, D, E)
#include <string.h>
void blocks(int n, int m, double *A, double *B, int *C, char *D,
            double (*E)[6]) {
#pragma scop
  memset(C + 1, -1, n * sizeof *C);
  for (int i = 0; i < n; i++) {
    memcpy(&A[i * m], B + i * m, m * sizeof(double));
    for (int j = 1; j < m; j++)
      A[i * m + j] += A[i * m + j - 1] * 0.5;
    memset(&B[i * m], 0, sizeof *B * m);
    C[i] += i;
  }
  memcpy(E[1], E[2], sizeof E[1]);
  memset(&E[3][2], 0, 3 * sizeof E[3][0]);
  (void)memset(D, 'x' + 300 * m - n, n + m);
  for (int i = 0; i < n; i++)
    D[i] += (char)C[i];
#pragma endscop
}
