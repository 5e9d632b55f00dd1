/* Red, green and blue as brightness and two differences. */
void yuv(unsigned char rgb[restrict 128][128][3],
         unsigned char yuv[restrict 3][128][128])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++) {
      int r = rgb[y][x][0], g = rgb[y][x][1], b = rgb[y][x][2];
      yuv[0][y][x] = (66 * r + 129 * g + 25 * b) >> 8;
      yuv[1][y][x] = (112 * b - 38 * r - 74 * g) >> 8;
      yuv[2][y][x] = (112 * r - 94 * g - 18 * b) >> 8;
    }
#pragma endscop
}
