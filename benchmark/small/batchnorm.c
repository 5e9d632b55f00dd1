/* Scales and shifts each channel of a batch of pictures. */
void batchnorm(float x[restrict 8][32][32][4], float g[restrict 4],
               float b[restrict 4], float y[restrict 8][32][32][4])
{
#pragma scop
  for (int n = 0; n < 8; n++)
    for (int i = 0; i < 32; i++)
      for (int j = 0; j < 32; j++)
        for (int c = 0; c < 4; c++)
          y[n][i][j][c] = x[n][i][j][c] * g[c] + b[c];
#pragma endscop
}
