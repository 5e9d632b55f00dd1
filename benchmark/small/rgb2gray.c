/* Brightness of a picture of three colours. */
void rgb2gray(unsigned char rgb[restrict 256][256][3],
              unsigned char g[restrict 256][256])
{
#pragma scop
  for (int y = 0; y < 256; y++)
    for (int x = 0; x < 256; x++)
      g[y][x] = (rgb[y][x][0] * 77 + rgb[y][x][1] * 150 + rgb[y][x][2] * 29) >> 8;
#pragma endscop
}
