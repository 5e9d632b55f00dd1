/* Two arrays that take turns in time, and three that are passed on. */
//@ function swap
//@ size n steps
//@ grid 1,0 2,1 4,3 7,4
//@ large 400,100
//@ array A double [n*n]
//@ array B double [n*n]
//@ array U float [n+2]
//@ array V float [n+2]
//@ array W float [n+2]
//@ turns A B
//@ turns U V W
//@ alias A B
//@ call swap(n, steps, A, B, U, V, W)
void swap(int n, int steps, double *A, double *B, float *U, float *V,
          float *W) {
  float *keep;
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i * n + j] = 0.25 * (A[(i - 1) * n + j] + A[(i + 1) * n + j] +
                               A[i * n + j - 1] + A[i * n + j + 1]);
    double *old = A;
    A = B;
    B = old;
  }
  for (int t = 1; t <= steps; t++) {
    keep = U;
    U = V;
    V = W;
    W = keep;
    for (int i = 1; i <= n; i++)
      W[i] = 0.5f * V[i] - U[i] + V[i - 1];
  }
#pragma endscop
}
