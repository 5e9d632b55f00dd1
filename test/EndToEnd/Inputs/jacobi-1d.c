/* Relaxation on a line, between two copies of the line. */
//@ function jacobi1d
//@ size steps n
//@ grid 0,0 0,5 1,-3 1,1 1,2 2,3 3,7 8,40
//@ large 500,2000
//@ array A double [n]
//@ array B double [n]
//@ call jacobi1d(steps, n, A, B)
//@ alias A B
void jacobi1d(int steps, int n, double *A, double *B) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (int i = 1; i < n - 1; i++)
      A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
#pragma endscop
}
