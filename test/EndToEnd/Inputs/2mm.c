/* D = alpha A B C + beta D, by way of P = alpha A B. Global arrays. */
//@ function twice
//@ size n m p q
//@ grid 0,0,0,0 1,1,1,1 2,3,1,2 5,4,6,3 13,9,11,12
//@ large 800,900,1100,1200 SIDE=1200
//@ define SIDE=16
//@ global P double [SIDE][SIDE]
//@ global A double [SIDE][SIDE]
//@ global B double [SIDE][SIDE]
//@ global C double [SIDE][SIDE]
//@ global D double [SIDE][SIDE]
//@ call twice(n, m, p, q, 1.25, 0.5)
#ifndef SIDE
#define SIDE 16
#endif
double P[SIDE][SIDE], A[SIDE][SIDE], B[SIDE][SIDE], C[SIDE][SIDE];
double D[SIDE][SIDE];

void twice(int n, int m, int p, int q, double alpha, double beta) {
  int i, j, k;
#pragma scop
  for (i = 0; i < n; ++i)
    for (j = 0; j < m; ++j) {
      P[i][j] = 0.0;
      for (k = 0; k < p; ++k)
        P[i][j] += alpha * A[i][k] * B[k][j];
    }
  for (i = 0; i < n; ++i)
    for (j = 0; j < q; ++j) {
      D[i][j] *= beta;
      for (k = 0; k < m; ++k)
        D[i][j] += P[i][k] * C[k][j];
    }
#pragma endscop
}
