/* Harris corner response: gradients, their products, sums over 3 x 3, then
   determinant minus a multiple of the squared trace. */
//@ function harris
//@ size h w
//@ grid 0,0 1,1 3,4 6,7 12,11
//@ large 2048,2048
//@ array in float [h][w]
//@ array gx float [h][w]
//@ array gy float [h][w]
//@ array xx float [h][w]
//@ array xy float [h][w]
//@ array yy float [h][w]
//@ array out float [h][w]
//@ call harris(h, w, in, gx, gy, xx, xy, yy, out)
#define AROUND(F)                                                              \
  (F[y - 1][x - 1] + F[y - 1][x] + F[y - 1][x + 1] + F[y][x - 1] + F[y][x] +   \
   F[y][x + 1] + F[y + 1][x - 1] + F[y + 1][x] + F[y + 1][x + 1])

void harris(int h, int w, float in[h][w], float gx[h][w], float gy[h][w],
            float xx[h][w], float xy[h][w], float yy[h][w], float out[h][w]) {
#pragma scop
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      gx[y][x] = (in[y - 1][x + 1] - in[y - 1][x - 1]) +
                 2.0f * (in[y][x + 1] - in[y][x - 1]) +
                 (in[y + 1][x + 1] - in[y + 1][x - 1]);
      gy[y][x] = (in[y + 1][x - 1] - in[y - 1][x - 1]) +
                 2.0f * (in[y + 1][x] - in[y - 1][x]) +
                 (in[y + 1][x + 1] - in[y - 1][x + 1]);
    }
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      xx[y][x] = gx[y][x] * gx[y][x];
      xy[y][x] = gx[y][x] * gy[y][x];
      yy[y][x] = gy[y][x] * gy[y][x];
    }
  for (int y = 2; y < h - 2; y++)
    for (int x = 2; x < w - 2; x++) {
      float a = AROUND(xx), b = AROUND(xy), d = AROUND(yy);
      out[y][x] = a * d - b * b - 0.04f * (a + d) * (a + d);
    }
#pragma endscop
}
