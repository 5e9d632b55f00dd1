/* Rows of 8 x 8 blocks times a matrix of cosines. */
void dct8(float in[restrict 128][128], float c[restrict 8][8],
          float out[restrict 128][128])
{
#pragma scop
  for (int by = 0; by < 16; by++)
    for (int bx = 0; bx < 16; bx++)
      for (int u = 0; u < 8; u++)
        for (int v = 0; v < 8; v++) {
          float s = 0;
          for (int x = 0; x < 8; x++)
            s += c[v][x] * in[8*by+u][8*bx+x];
          out[8*by+u][8*bx+v] = s;
        }
#pragma endscop
}
