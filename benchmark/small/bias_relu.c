/* Adds a bias to each channel, and cuts off below zero. */
void bias_relu(float a[restrict 64][64][16], float b[restrict 16],
               float o[restrict 64][64][16])
{
#pragma scop
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++)
      for (int c = 0; c < 16; c++) {
        float v = a[y][x][c] + b[c];
        o[y][x][c] = v > 0 ? v : 0;
      }
#pragma endscop
}
