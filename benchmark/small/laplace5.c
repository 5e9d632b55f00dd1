/* Five points of a star. */
void laplace5(float a[restrict 130][130], float b[restrict 128][128])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++)
      b[y][x] = a[y][x+1] + a[y+2][x+1] + a[y+1][x] + a[y+1][x+2] - 4 * a[y+1][x+1];
#pragma endscop
}
