/* Sums over squares of five by five points; rows end to end in memory. */
//@ function box_sum
//@ size h w
//@ grid 0,0 1,1 4,5 5,5 8,7 13,11
//@ large 2048,2048
//@ array in double [h*w]
//@ array out double [h*w]
//@ call box_sum(h, w, in, out)
#define R 2

void box_sum(int h, int w, const double *in, double *out) {
#pragma scop
  for (int y = R; y < h - R; y++)
    for (int x = R; x < w - R; x++) {
      double sum = 0.0;
      for (int v = -R; v <= R; v++)
        for (int u = -R; u <= R; u++)
          sum += in[(y + v) * w + x + u];
      out[y * w + x] = sum;
    }
#pragma endscop
}
