/* A matrix that is read by rows and by columns in the same iterations, of sizes that
   are constants: the sums of rows and columns of parts of it. */
//@ function crossed
//@ size s
//@ grid 0 3
//@ define ROWS=5 COLUMNS=9
//@ large 1 ROWS=300 COLUMNS=600
//@ array A double [COLUMNS][COLUMNS]
//@ array B double [ROWS][COLUMNS]
//@ array C double [COLUMNS][COLUMNS]
//@ call crossed(s, A, B, C)
void crossed(int s, double A[restrict COLUMNS][COLUMNS],
             double B[restrict ROWS][COLUMNS],
             double C[restrict COLUMNS][COLUMNS]) {
#pragma scop
  for (int j = 0; j < ROWS; j++)
    for (int l = 0; l < COLUMNS; l++) {
      A[j][l] += C[j][l] * s;
      B[j][l] -= C[l][j];
    }
#pragma endscop
}
