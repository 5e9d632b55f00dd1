/* Sums over squares of 2 r + 1 by 2 r + 1 points; rows end to end in memory. */
//@ function box_sum
//@ size h w r
//@ grid 0,0,0 1,1,0 3,4,1 8,7,2 13,11,3
//@ large 2048,2048,3
//@ array in double [h*w]
//@ array out double [h*w]
//@ call box_sum(h, w, r, in, out)
void box_sum(int h, int w, int r, const double *in, double *out) {
#pragma scop
  for (int y = r; y < h - r; y++)
    for (int x = r; x < w - r; x++) {
      double sum = 0.0;
      for (int v = -r; v <= r; v++)
        for (int u = -r; u <= r; u++)
          sum += in[(y + v) * w + x + u];
      out[y * w + x] = sum;
    }
#pragma endscop
}
