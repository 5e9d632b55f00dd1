/* The median of three points, one above the other. */
void median3(unsigned char in[restrict 130][130],
             unsigned char out[restrict 128][128])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++) {
      unsigned char a = in[y][x+1], b = in[y+1][x+1], c = in[y+2][x+1];
      unsigned char lo = a < b ? a : b, hi = a < b ? b : a;
      out[y][x] = c < lo ? lo : c > hi ? hi : c;
    }
#pragma endscop
}
