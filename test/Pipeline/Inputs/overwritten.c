/* The second write hides the first from the read. */
//@ function overwritten
//@ size n
//@ grid 0 1 2 7 40
//@ array a double [n]
//@ array b double [n]
//@ array c double [n]
//@ call overwritten(n, a, b, c)
void overwritten(int n, double *restrict a, double *restrict b,
                 const double *restrict c) {
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = 2 * c[i];
    a[i] = c[i] + 1;
    b[i] = a[i] * c[n - 1 - i];
  }
#pragma endscop
}
