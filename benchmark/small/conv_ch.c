/* Convolution of 3 x 3 points and four channels into eight. */
void conv_ch(float in[restrict 34][34][4], float w[restrict 8][3][3][4],
             float out[restrict 32][32][8])
{
#pragma scop
  for (int y = 0; y < 32; y++)
    for (int x = 0; x < 32; x++)
      for (int o = 0; o < 8; o++) {
        float s = 0;
        for (int j = 0; j < 3; j++)
          for (int i = 0; i < 3; i++)
            for (int c = 0; c < 4; c++)
              s += in[y+j][x+i][c] * w[o][j][i][c];
        out[y][x][o] = s;
      }
#pragma endscop
}
