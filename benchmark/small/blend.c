/* Lays one picture over another by its alpha channel. */
void blend(unsigned char a[restrict 128][128][4],
           unsigned char b[restrict 128][128][4],
           unsigned char o[restrict 128][128][4])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++) {
      int al = a[y][x][3];
      for (int c = 0; c < 3; c++)
        o[y][x][c] = (a[y][x][c] * al + b[y][x][c] * (255 - al)) / 255;
      o[y][x][3] = 255;
    }
#pragma endscop
}
