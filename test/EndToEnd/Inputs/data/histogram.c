/* Counts of values: by a subscript that is read, and by one that is computed in
   a variable of the iteration. */
//@ function histogram
//@ size n m
//@ grid 0,0 1,1 3,0 5,4 13,9
//@ array image char:unsigned [n][m]
//@ array values int [n]
//@ array counts int [256]
//@ array coarse int [16]
//@ array weights double [16]
//@ fill image mod 256
//@ fill values mod 1000
//@ call histogram(n, m, image, values, counts, coarse, weights)
void histogram(int n, int m, unsigned char image[restrict n][m],
               int values[restrict n], int counts[restrict 256],
               int coarse[restrict 16], double weights[restrict 16]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      counts[image[i][j]]++;
  for (int i = 0; i < n; i++) {
    int bin = values[i] & 15;
    coarse[bin] += 1;
    if (values[i] > 500)
      weights[values[i] % 16] += 0.25 * coarse[bin];
  }
#pragma endscop
}
