/* Where the largest value of each row is, and an image with a threshold and
   between limits. */
//@ function threshold
//@ size n m
//@ grid 1,2 2,3 5,7 11,6
//@ array in double [n][m]
//@ array out double [n][m]
//@ array place int [n]
//@ array marks int [n][m]
//@ call threshold(n, m, 0.8, in, out, place, marks)
void threshold(int n, int m, double limit, double in[restrict n][m],
               double out[restrict n][m], int place[restrict n],
               int marks[restrict n][m]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    double most = -1;
    for (int j = 0; j < m; j++) {
      if (in[i][j] > most) {
        most = in[i][j];
        place[i] = j;
      }
      if (in[i][j] > limit && j > 0)
        out[i][j] = in[i][j - 1];
      else if (in[i][j] < 0.6)
        out[i][j] = 0.6;
    }
    if (most > 1)
      for (int j = 0; j < m; j += 2) {
        if (marks[i][j] > 50)
          continue;
        marks[i][j] = out[i][j] > most / 2 ? 1 : 0;
      }
    else
      for (int j = 1; j < m; j++)
        marks[i][j] = -1;
  }
#pragma endscop
}
