/* Rows of a flat array, counted without signs: the original loops run where a
   subscript wraps around. */
//@ function unsigned_rows
//@ size n m
//@ grid 0,0 0,2 1,1 2,0 3,1 6,5 11,8
//@ large 700,600
//@ array A double [(n+1)*m]
//@ array B double [(n+1)*m]
//@ call unsigned_rows(n, m, A, B)
void unsigned_rows(unsigned n, unsigned m, double *A, double *B) {
#pragma scop
  for (unsigned t = 0; t < 3; t++)
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = 0; j < m; j++)
        A[i * m + j] = 0.5 * A[(i + 1) * m + j] + B[i * m + j];
#pragma endscop
}
