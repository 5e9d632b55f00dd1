/* An array backwards in place, from both ends at once. */
//@ function reversal
//@ size n
//@ grid 0 1 2 7 20
//@ large 4096
//@ array a double [n]
//@ call reversal(n, a)
void reversal(int n, double *restrict a) {
#pragma scop
  for (int i = 0; i < n / 2; i++) {
    double t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
#pragma endscop
}
