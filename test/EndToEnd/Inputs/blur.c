/* Mean of three along x, then along y, through a line buffer that covers the
   picture. One loop ends by `!=`. */
//@ function blur
//@ size h w
//@ grid 0,0 2,2 3,3 7,6 14,13
//@ large 4096,4096
//@ array in float [h][w]
//@ array out float [h][w]
//@ array rows float [h][w]
//@ call blur(h, w, in, out, rows)
void blur(int h, int w, float in[h][w], float out[h][w], float rows[h][w]) {
#pragma scop
  for (int y = 0; y != h; y++)
    for (int x = 1; x < w - 1; x++)
      rows[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) / 3.0f;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out[y][x] = (rows[y - 1][x] + rows[y][x] + rows[y + 1][x]) / 3.0f;
#pragma endscop
}
