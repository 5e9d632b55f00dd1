/* The largest of 2 x 2 points in each channel. */
void maxpool(float in[restrict 64][64][16], float out[restrict 32][32][16])
{
#pragma scop
  for (int y = 0; y < 32; y++)
    for (int x = 0; x < 32; x++)
      for (int c = 0; c < 16; c++) {
        float m = in[2*y][2*x][c];
        for (int j = 0; j < 2; j++)
          for (int i = 0; i < 2; i++)
            m = in[2*y+j][2*x+i][c] > m ? in[2*y+j][2*x+i][c] : m;
        out[y][x][c] = m;
      }
#pragma endscop
}
