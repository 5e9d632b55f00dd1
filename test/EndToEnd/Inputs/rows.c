/* Rows that are scanned as wholes: matrices with a sum that goes through each
   row, of numbers, structures, fixed and computed lengths. */
//@ function rows
//@ size n m
//@ grid 0,3 1,1 3,0 3,1 4,2 9,5 14,6
//@ large 4000,1000
//@ struct pair float a float b
//@ array in float [n][m]
//@ array out float [n][m]
//@ array cube double [n][3][4]
//@ array flat double [n][m]
//@ array p struct:pair [n][m]
//@ call rows(n, m, in, out, cube, (double *)flat, p)
struct pair {
  float a, b;
};

void rows(int n, int m, float in[n][m], float out[n][m], double cube[n][3][4],
          double *flat, struct pair p[n][m]) {
#pragma scop
  for (int i = 1; i < n - 1; i++) {
    double s = 0;
    for (int j = 0; j < m; j++)
      s = 0.5 * s + in[i - 1][j] * in[i + 1][m - 1 - j] + flat[i * m + j];
    for (int k = 0; k < 3; k++)
      for (int l = 0; l < 4; l++) {
        s = 0.5 * s + cube[i][k][l];
        cube[i][k][l] = s;
      }
    for (int j = m - 1; j >= 0; j--) {
      s = 0.5 * s + p[i][j].a;
      out[i][j] = s;
      flat[i * m + j] = s;
      p[i][j].b = s;
    }
  }
#pragma endscop
}
