/* D = E A with A = B C, two products of a matrix and a vector; E is stored by
   columns. */
//@ function products
//@ size m n
//@ grid 0,0 1,1 1,5 5,1 6,4 4,9 12,12 13,11
//@ large 1200,1300 SIDE=1300
//@ define SIDE=16
//@ global A double [SIDE]
//@ global B double [SIDE][SIDE]
//@ global C double [SIDE]
//@ global D double [SIDE]
//@ global E double [SIDE][SIDE]
//@ call products(m, n)
#ifndef SIDE
#define SIDE 16
#endif
double A[SIDE], B[SIDE][SIDE], C[SIDE], D[SIDE], E[SIDE][SIDE];

void products(int m, int n) {
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      A[i] += B[i][j] * C[j];
  for (int k = 0; k < n; k++)
    for (int l = 0; l < m; l++)
      D[k] += E[l][k] * A[l];
#pragma endscop
}
