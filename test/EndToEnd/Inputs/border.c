/* A filter of an image with a border of zeros: the condition of four parts
   makes the iterations outside of the image a union. */
//@ function border
//@ size h w
//@ grid 0,2 1,1 2,5 7,4 9,11
//@ large 1024,1024
//@ array weight int [3][3]
//@ array in int [h][w]
//@ array out int [h][w]
//@ call border(h, w, weight, in, out)
void border(int h, int w, int weight[3][3], int in[h][w],
            int out[h][w]) {
#pragma scop
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int sum = 0;
      for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++) {
          int row = y + v - 1, column = x + u - 1;
          int pixel;
          if (row < 0 || row >= h || column < 0 || column >= w)
            pixel = 0;
          else
            pixel = in[row][column];
          sum += pixel % 1000 * (weight[v][u] % 8);
        }
      out[y][x] = sum % 256;
    }
#pragma endscop
}
