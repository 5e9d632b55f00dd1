/* How far each block is from one of another picture. */
void sad(unsigned char a[restrict 128][128], unsigned char b[restrict 136][136],
         int best[restrict 16][16])
{
#pragma scop
  for (int by = 0; by < 16; by++)
    for (int bx = 0; bx < 16; bx++) {
      int s = 0;
      for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) {
          int d = a[8 * by + y][8 * bx + x] - b[8 * by + y + 4][8 * bx + x + 4];
          s += d < 0 ? -d : d;
        }
      best[by][bx] = s;
    }
#pragma endscop
}
