/* x1 += A y1 and x2 += A^T y2, the matrix as one line of memory. */
//@ function mvt
//@ size n
//@ grid 0 1 2 5 19
//@ large 2000
//@ array x1 double [n]
//@ array x2 double [n]
//@ array y1 double [n]
//@ array y2 double [n]
//@ array A double [n*n]
//@ call mvt(n, x1, x2, y1, y2, A)
void mvt(int n, double *x1, double *x2, const double *y1, const double *y2,
         const double *A) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x1[i] += A[i * n + j] * y1[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x2[i] += A[j * n + i] * y2[j];
#pragma endscop
}
