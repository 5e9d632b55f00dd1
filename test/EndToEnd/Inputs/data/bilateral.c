/* A filter that weighs neighbours by how much they differ, with a table. */
//@ function bilateral
//@ size n m
//@ grid 0,0 3,3 4,6 9,7
//@ array in char:unsigned [n][m]
//@ array out char:unsigned [n][m]
//@ array range double [256]
//@ fill in mod 256
//@ call bilateral(n, m, in, out, range)
void bilateral(int n, int m, unsigned char in[restrict n][m],
               unsigned char out[restrict n][m], double range[restrict 256]) {
#pragma scop
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double sum = 0, norm = 0;
      for (int k = -1; k <= 1; k++)
        for (int l = -1; l <= 1; l++) {
          int difference = in[i + k][j + l] - in[i][j];
          double weight = range[difference < 0 ? -difference : difference];
          sum += weight * in[i + k][j + l];
          norm += weight;
        }
      if (norm > 0)
        out[i][j] = (unsigned char)(sum / norm);
    }
#pragma endscop
}
