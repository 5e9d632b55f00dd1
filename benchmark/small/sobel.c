/* Edges by the sum of two slopes. */
void sobel(unsigned char in[restrict 258][258], short out[restrict 256][256])
{
#pragma scop
  for (int y = 0; y < 256; y++)
    for (int x = 0; x < 256; x++) {
      int gx = in[y][x+2] - in[y][x] + 2 * (in[y+1][x+2] - in[y+1][x]) + in[y+2][x+2] - in[y+2][x];
      int gy = in[y+2][x] - in[y][x] + 2 * (in[y+2][x+1] - in[y][x+1]) + in[y+2][x+2] - in[y][x+2];
      out[y][x] = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
    }
#pragma endscop
}
