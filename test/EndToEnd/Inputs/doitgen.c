/* Multiplies the last dimension of a cube by a square matrix in place, with one
   row of scratch. */
//@ function doitgen
//@ size r q p
//@ grid 0,0,0 1,1,1 2,3,2 4,5,6 7,5,9
//@ large 150,140,160
//@ array cube double [r][q][p]
//@ array square double [p][p]
//@ array row double [p]
//@ call doitgen(r, q, p, cube, square, row)
void doitgen(int r, int q, int p, double (*cube)[q][p], double (*square)[p],
             double row[]) {
  int i, j, k, l;
#pragma scop
  for (i = 0; i < r; i++)
    for (j = 0; j < q; j++) {
      for (k = 0; k < p; k++) {
        row[k] = 0.0;
        for (l = 0; l < p; l++)
          row[k] += cube[i][j][l] * square[l][k];
      }
      for (k = 0; k < p; k++)
        cube[i][j][k] = row[k];
    }
#pragma endscop
}
