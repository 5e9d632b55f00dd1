/* Mean of five pictures, one after the other. */
void avg_time(float fr[restrict 5][128][128], float o[restrict 128][128])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++) {
      float s = 0;
      for (int t = 0; t < 5; t++)
        s += fr[t][y][x];
      o[y][x] = s / 5;
    }
#pragma endscop
}
