/* Two rows of one matrix, r and s, in any order or the same one. */
//@ function tworows
//@ size n r s
//@ grid 1,0,0 5,1,3 9,7,2 9,4,4 12,4,5
//@ large 2000,3,900
//@ array A double [n][n]
//@ array x double [n]
//@ call tworows(n, r, s, A, x)
void tworows(int n, int r, int s, double A[restrict n][n], double x[restrict n]) {
#pragma scop
  for (int j = 0; j < n; j++)
    A[r][j] += x[j];
  for (int j = 0; j < n; j++)
    A[s][j] += 2 * A[r][j];
#pragma endscop
}
