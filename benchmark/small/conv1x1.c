/* Convolution of one point, which mixes channels. */
void conv1x1(float in[restrict 64][64][16], float w[restrict 16][16],
             float out[restrict 64][64][16])
{
#pragma scop
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++)
      for (int o = 0; o < 16; o++) {
        float s = 0;
        for (int c = 0; c < 16; c++)
          s += in[y][x][c] * w[o][c];
        out[y][x][o] = s;
      }
#pragma endscop
}
