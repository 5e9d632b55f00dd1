/* Hints of compilers for loops that new ones stand for. */
//@ function hints
//@ size n m
//@ grid 0,1 1,1 1,9 2,3 3,5 9,11 17,6
//@ large 300,200
//@ array A double [n*m]
//@ array B double [n*m]
//@ array C double [n*m]
//@ call hints(n, m, A, B, C)
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
void hints(int n, int m, double *restrict A, const double *restrict B,
           double *restrict C) {
#pragma scop
#pragma GCC unroll 2
  for (int i = 0; i < n; i++)
#pragma GCC ivdep
#pragma clang loop vectorize(assume_safety)
    for (int j = 0; j < m; j++) {
#pragma HLS PIPELINE II=1
      double b = B[i * m + j];
      A[i * m + j] = A[i * m + j] * 0.5 + b * b;
      C[i * m + j] = A[i * m + j] + i * j;
    }
#pragma endscop
}
