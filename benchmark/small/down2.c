/* Halves a picture. */
void down2(float in[restrict 256][256], float out[restrict 128][128])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++)
      out[y][x] = (in[2*y][2*x] + in[2*y][2*x+1] + in[2*y+1][2*x] + in[2*y+1][2*x+1]) / 4;
#pragma endscop
}
