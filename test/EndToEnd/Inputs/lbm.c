/* Lattice Boltzmann flow with nine directions: collide into g, stream back
   into f; cells on the border keep what they have. */
//@ function lbm
//@ size steps h w
//@ grid 0,3,3 1,1,1 1,2,3 1,5,4 3,8,7
//@ large 50,512,512
//@ array f double [h][w][9]
//@ array g double [h][w][9]
//@ call lbm(steps, h, w, 0.6, f, g)
#define RELAX(q, weight, cx, cy)                                               \
  g[y][x][q] =                                                                 \
      f[y][x][q] +                                                             \
      omega * (rho * (weight) *                                                \
                   (1.0 + 3.0 * ((cx) * ux + (cy) * uy) +                      \
                    4.5 * ((cx) * ux + (cy) * uy) * ((cx) * ux + (cy) * uy) -  \
                    1.5 * (ux * ux + uy * uy)) -                               \
               f[y][x][q])
#define STREAM(q, cx, cy) f[y][x][q] = g[y - (cy)][x - (cx)][q]

void lbm(int steps, int h, int w, double omega, double f[h][w][9],
         double g[h][w][9]) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        double rho = f[y][x][0] + f[y][x][1] + f[y][x][2] + f[y][x][3] +
                     f[y][x][4] + f[y][x][5] + f[y][x][6] + f[y][x][7] +
                     f[y][x][8];
        double ux = (f[y][x][1] + f[y][x][5] + f[y][x][8] - f[y][x][3] -
                     f[y][x][6] - f[y][x][7]) /
                    rho;
        double uy = (f[y][x][2] + f[y][x][5] + f[y][x][6] - f[y][x][4] -
                     f[y][x][7] - f[y][x][8]) /
                    rho;
        RELAX(0, 4.0 / 9.0, 0, 0);
        RELAX(1, 1.0 / 9.0, 1, 0);
        RELAX(2, 1.0 / 9.0, 0, 1);
        RELAX(3, 1.0 / 9.0, -1, 0);
        RELAX(4, 1.0 / 9.0, 0, -1);
        RELAX(5, 1.0 / 36.0, 1, 1);
        RELAX(6, 1.0 / 36.0, -1, 1);
        RELAX(7, 1.0 / 36.0, -1, -1);
        RELAX(8, 1.0 / 36.0, 1, -1);
      }
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        STREAM(0, 0, 0);
        STREAM(1, 1, 0);
        STREAM(2, 0, 1);
        STREAM(3, -1, 0);
        STREAM(4, 0, -1);
        STREAM(5, 1, 1);
        STREAM(6, -1, 1);
        STREAM(7, -1, -1);
        STREAM(8, 1, -1);
      }
  }
#pragma endscop
}
