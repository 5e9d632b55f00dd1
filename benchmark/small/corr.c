/* Correlation of a picture with another at 7 x 7 shifts. */
void corr(float a[restrict 64][64], float b[restrict 70][70],
          float r[restrict 7][7])
{
#pragma scop
  for (int dy = 0; dy < 7; dy++)
    for (int dx = 0; dx < 7; dx++) {
      float s = 0;
      for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
          s += a[y][x] * b[y+dy][x+dx];
      r[dy][dx] = s;
    }
#pragma endscop
}
