/* One step of a wavelet along each line: means and differences. */
void haar(float in[restrict 128][128], float lo[restrict 128][64],
          float hi[restrict 128][64])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 64; x++) {
      lo[y][x] = (in[y][2*x] + in[y][2*x+1]) / 2;
      hi[y][x] = (in[y][2*x] - in[y][2*x+1]) / 2;
    }
#pragma endscop
}
