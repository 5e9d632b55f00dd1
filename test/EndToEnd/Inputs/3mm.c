/* G = (A B) (C D): three products, each statement made by a macro. */
//@ function thrice
//@ size n
//@ grid 0 1 2 5 12
//@ large 1000
//@ array E float [n][n]
//@ array F float [n][n]
//@ array G float [n][n]
//@ array A float [n][n]
//@ array B float [n][n]
//@ array C float [n][n]
//@ array D float [n][n]
//@ call thrice(n, E, A, B, F, C, D, G)
#define MULTIPLY(X, Y, Z)                                                      \
  for (int i = 0; i <= n - 1; i++)                                             \
    for (int j = 0; j <= n - 1; j++) {                                         \
      X[i][j] = 0.0f;                                                          \
      for (int k = 0; k <= n - 1; k++)                                         \
        X[i][j] = X[i][j] + Y[i][k] * Z[k][j];                                 \
    }

void thrice(int n, float E[n][n], float A[n][n], float B[n][n], float F[n][n],
            float C[n][n], float D[n][n], float G[n][n]) {
#pragma scop
  MULTIPLY(E, A, B)
  MULTIPLY(F, C, D)
  MULTIPLY(G, E, F)
#pragma endscop
}
