/* One of three interleaved colours, weighted by columns; the sums of rows, every
   second element, are smoothed in turn: used elements lie apart. */
//@ function interleaved
//@ size h w
//@ grid 0,0 1,1 2,3 5,4 7,11
//@ large 1000,1200
//@ array rgb double [h+1][3*w+3]
//@ array weight double [w+1]
//@ array sum double [2*h+3]
//@ call interleaved(h, w, rgb, weight, sum)
void interleaved(int h, int w, double rgb[restrict h + 1][3 * w + 3],
                 double weight[restrict w + 1],
                 double sum[restrict 2 * h + 3]) {
#pragma scop
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      sum[2 * y] += rgb[y][3 * x + 1] * weight[x];
  for (int t = 0; t < w; t++)
    for (int y = 1; y <= h; y++)
      sum[2 * y] = 0.5 * (sum[2 * y - 2] + sum[2 * y]);
#pragma endscop
}
