/* Convolution of 3 x 3 points, each channel for itself. */
void depthwise(float in[restrict 66][66][8], float k[restrict 3][3][8],
               float out[restrict 64][64][8])
{
#pragma scop
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++)
      for (int c = 0; c < 8; c++) {
        float s = 0;
        for (int j = 0; j < 3; j++)
          for (int i = 0; i < 3; i++)
            s += in[y+j][x+i][c] * k[j][i][c];
        out[y][x][c] = s;
      }
#pragma endscop
}
