/* Blur along x, blur along y, then push the picture away from its blur; three
   colours of one byte. */
//@ function unsharp
//@ size h w
//@ grid 0,0 1,1 3,3 7,6 11,13
//@ large 2048,2048
//@ array in char:unsigned [3][h][w]
//@ array out char:unsigned [3][h][w]
//@ array bx int [3][h][w]
//@ array by int [3][h][w]
//@ call unsharp(h, w, in, out, bx, by)
typedef unsigned char byte;

void unsharp(int h, int w, byte in[3][h][w], byte out[3][h][w],
             int bx[3][h][w], int by[3][h][w]) {
#pragma scop
  for (int c = 0; c < 3; c++) {
    for (int y = 0; y < h; y++)
      for (int x = 1; x < w - 1; x++)
        bx[c][y][x] = in[c][y][x - 1] + 2 * in[c][y][x] + in[c][y][x + 1];
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        by[c][y][x] = bx[c][y - 1][x] + 2 * bx[c][y][x] + bx[c][y + 1][x];
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) {
        int sharp = 2 * in[c][y][x] - by[c][y][x] / 16;
        out[c][y][x] = (byte)(sharp < 0 ? 0 : sharp > 255 ? 255 : sharp);
      }
  }
#pragma endscop
}
