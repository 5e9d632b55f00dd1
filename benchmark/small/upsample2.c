/* Each point twice in both directions. */
void upsample2(float in[restrict 64][64], float out[restrict 128][128])
{
#pragma scop
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++)
      for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
          out[2*y+j][2*x+i] = in[y][x];
#pragma endscop
}
