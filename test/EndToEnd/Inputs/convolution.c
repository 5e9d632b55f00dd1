/* Correlation of a picture with a small square of weights, where they overlap
   in full. */
//@ function convolve
//@ size h w k
//@ grid 0,0,1 1,1,1 3,4,2 7,6,3 12,13,5
//@ large 2048,2048,7
//@ array in float [h][w]
//@ array weight float [k][k]
//@ array out float [h][w]
//@ call convolve(h, w, k, in, weight, out)
void convolve(int h, int w, int k, float in[h][w], float weight[k][k],
              float out[h][w]) {
#pragma scop
  for (int y = 0; y <= h - k; y++)
    for (int x = 0; x <= w - k; x++) {
      out[y][x] = 0.0f;
      for (int v = 0; v < k; v++)
        for (int u = 0; u < k; u++)
          out[y][x] += in[y + v][x + u] * weight[v][u];
    }
#pragma endscop
}
