/* Scores of the best local alignments of two strings, gaps cost three. */
//@ function align
//@ size n m
//@ grid 0,0 1,1 2,3 6,5 17,13
//@ large 4000,4000
//@ array a char [n]
//@ array b char [m]
//@ array H int [n+1][m+1]
//@ fill a mod 4
//@ fill b mod 4
//@ call align(n, m, a, b, H)
void align(int n, int m, const char *a, const char *b, int H[n + 1][m + 1]) {
  int i, j;
#pragma scop
  for (i = 0; i <= n; i++)
    H[i][0] = 0;
  for (j = 1; j <= m; j++)
    H[0][j] = 0;
  for (i = 1; i <= n; i++)
    for (j = 1; j <= m; j++) {
      int best = H[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 4 : -1);
      best = best > H[i - 1][j] - 3 ? best : H[i - 1][j] - 3;
      best = best > H[i][j - 1] - 3 ? best : H[i][j - 1] - 3;
      H[i][j] = best > 0 ? best : 0;
    }
#pragma endscop
}
