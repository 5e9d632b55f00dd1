/* The two products of a biconjugate step: s = A^T r and q = A p. */
//@ function bicg
//@ size n m
//@ grid 0,0 1,1 2,3 6,5 13,17
//@ large 2100,1900
//@ array A double [n][m]
//@ array s double [m]
//@ array q double [n]
//@ array p double [m]
//@ array r double [n]
//@ call bicg(n, m, A, s, q, p, r)
void bicg(int n, int m, double A[restrict n][m], double s[restrict m],
          double q[restrict n], const double p[restrict m],
          const double r[restrict n]) {
#pragma scop
  for (int j = 0; j < m; j += 1)
    s[j] = 0.0;
  for (int i = 0; i < n; i += 1) {
    q[i] = 0.0;
    for (int j = 0; j < m; j += 1) {
      s[j] += r[i] * A[i][j];
      q[i] += A[i][j] * p[j];
    }
  }
#pragma endscop
}
