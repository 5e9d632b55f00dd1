/* Loops that are `for` loops in other words, and iterations and loops that end
   early. */
//@ function loop_forms
//@ size n m
//@ grid 0,0 0,2 1,1 2,0 3,1 6,5 11,8
//@ large 700,600
//@ array A double [n+1][m+1]
//@ array B double [n+1][m+1]
//@ array C double [n+2]
//@ call loop_forms(n, m, A, B, C)
void loop_forms(int n, int m, double A[restrict n + 1][m + 1],
                double B[restrict n + 1][m + 1], double C[restrict n + 2]) {
  unsigned i;
  int j, k;
#pragma scop
  for (i = n; i-- > 0;) {
    j = 0;
    while (j < m) {
      A[i][j] = 0.5 * A[i + 1][j + 1] + B[i][j];
      j++;
    }
  }
  for (int r = 0;; r++) {
    if (r >= n)
      break;
    if (r == 2)
      continue;
    k = 0;
    do {
      C[k] = C[k] + r;
      k += 2;
    } while (k < n);
    for (int c = 0; c <= m; c++) {
      if (c == n - 2 || c > 2 * r) {
        break;
      }
      if (c > r) {
        B[r][c] = B[r][c] * 0.25;
        continue;
      } else if (c == r)
        continue;
      B[r][c] = A[r][c] + C[r];
    }
  }
#pragma endscop
}
