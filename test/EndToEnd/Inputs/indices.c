/* Loops with labels, and subscripts, bounds and conditions that are computed in
   variables first, as in code for high-level synthesis. */
//@ function indices
//@ size n m
//@ grid 0,2 1,1 2,0 3,1 6,5 11,8
//@ large 600,500
//@ array A double [n*m]
//@ array B double [m*n]
//@ array C double [n*n]
//@ array x double [n]
//@ call indices(n, m, A, B, C, x)
void indices(int n, int m, double *A, double *B, double *C, double *x) {
  int i, j, k, row, cell, first, last, before, after, end;
  double sum, product;
#pragma scop
rows: __attribute__((unused))
  for (i = 0; i < n; i++) {
    for (j = 0; j < n; j++) {
      row = i * m;
      sum = 0;
      for (k = 0; k < m; k++) {
        cell = k * n;
        product = A[row + k] * B[cell + j];
        sum += product;
      }
      row = i * n;
      C[row + j] = sum;
    }
  }
  for (i = 0; i < n; i++) {
    first = i > 2 ? i - 2 : 0;
    last = first + 3;
    if (last > n)
      x[i] = x[i] + 1;
    for (j = first; j < last && j < n; j++) {
      int at = i;
      x[i] = 0.5 * x[i] + C[i * n + j];
      at = j;
      x[at] = x[at] + 0.25;
    }
  }
  end = n - 1;
  for (i = 1; i < end; i++) {
    unsigned char place = 0;
    before = i - 1;
    after = before + 2;
    x[i] = x[before] + x[after] + before;
    x[place] = x[place] * 0.5;
  }
#pragma endscop
}
