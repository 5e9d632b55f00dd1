/* The product of a sparse matrix, by rows, with a vector. */
//@ function spmv
//@ size n m filled
//@ grid 0,1,0 1,1,3 2,5,6 7,4,21 12,9,36
//@ array row int [n+1]
//@ array column int [filled]
//@ array value double [filled]
//@ array x double [m]
//@ array y double [n]
//@ fill row steps 3
//@ fill column mod m
//@ call spmv(n, m, filled, row, column, value, x, y)
void spmv(int n, int m, int filled, int row[restrict n + 1],
          int column[restrict filled], double value[restrict filled],
          double x[restrict m], double y[restrict n]) {
  int i, j;
#pragma scop
  for (i = 0; i < n; i++) {
    double sum = 0;
    for (j = row[i]; j < row[i + 1]; j++)
      sum += value[j] * x[column[j]];
    y[i] = sum;
  }
#pragma endscop
}
