/* Iterations that data end, in loops and branches inside one another. */
//@ function skips
//@ size n m
//@ grid 4,3 7,5 12,6
//@ array k int [n]
//@ array b int [n]
//@ array c int [n]
//@ array e int [n][m]
//@ fill k mod 12
//@ call skips(n, m, k, b, c, e)
void skips(int n, int m, int k[restrict n], int b[restrict n],
           int c[restrict n], int e[restrict n][m]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (k[i] % 2) {
      if (i == 3)
        continue;
      b[i] += 1;
      for (int j = 0; j < m; j++) {
        if (e[i][j] > 70)
          continue;
        e[i][j] += b[i];
      }
      if (k[i] % 3 == 0)
        continue;
      else
        c[i] = 2;
      b[i] += c[i];
    } else {
      for (int j = 1; j < m; j++) {
        if (k[i] > j) {
          if (j == 2)
            continue;
          e[i][j] -= 1;
        }
        e[i][j] += e[i][j - 1];
      }
      if (k[i] == 4)
        continue;
      c[i] = 3;
      if (k[i] == 6)
        continue;
      c[i] += 4;
    }
    for (int j = 0; j < m; j++)
      e[i][j] *= 2;
    b[i] = b[i] - c[i];
  }
#pragma endscop
}
