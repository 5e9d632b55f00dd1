/* Convolution of 3 x 3 points, summed up in a scalar. */
void conv3acc(float in[restrict 258][258], float k[restrict 3][3],
              float out[restrict 256][256])
{
#pragma scop
  for (int y = 0; y < 256; y++)
    for (int x = 0; x < 256; x++) {
      float acc = 0;
      for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
          acc += in[y + j][x + i] * k[j][i];
      out[y][x] = acc;
    }
#pragma endscop
}
