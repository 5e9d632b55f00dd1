/* The brightest of 3 x 3 points. */
void dilate(unsigned char in[restrict 130][130],
            unsigned char out[restrict 128][128])
{
#pragma scop
  for (int y = 0; y < 128; y++)
    for (int x = 0; x < 128; x++) {
      unsigned char m = 0;
      for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
          m = in[y+j][x+i] > m ? in[y+j][x+i] : m;
      out[y][x] = m;
    }
#pragma endscop
}
