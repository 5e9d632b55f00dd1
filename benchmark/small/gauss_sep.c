/* Five taps along each line of a picture. */
void gauss_sep(float in[restrict 128][132], float t[restrict 5],
               float out[restrict 128][128])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++) {
      float s = 0;
      for (int i = 0; i < 5; i++)
        s += t[i] * in[y][x + i];
      out[y][x] = s;
    }
#pragma endscop
}
