/* The largest number of nested base pairs of an RNA string. */
//@ function nussinov
//@ size n
//@ grid 0 1 2 5 14
//@ large 2500
//@ array base char [n]
//@ array best int [n][n]
//@ fill base mod 4
//@ fill best zero
//@ call nussinov(n, base, best)
#define LARGER(a, b) ((a) >= (b) ? (a) : (b))
#define PAIRS(a, b) ((a) + (b) == 3 ? 1 : 0)

void nussinov(int n, char base[n], int best[n][n]) {
  int i, j, k;
#pragma scop
  for (i = n - 1; i >= 0; i--)
    for (j = i + 1; j < n; j++) {
      best[i][j] = LARGER(best[i][j], best[i][j - 1]);
      best[i][j] = LARGER(best[i][j], best[i + 1][j]);
      if (i < j - 1)
        best[i][j] = LARGER(best[i][j],
                            best[i + 1][j - 1] + PAIRS(base[i], base[j]));
      else
        best[i][j] = LARGER(best[i][j], best[i + 1][j - 1]);
      for (k = i + 1; k < j; k++)
        best[i][j] = LARGER(best[i][j], best[i][k] + best[k + 1][j]);
    }
#pragma endscop
}
