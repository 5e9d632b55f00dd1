/* A filter of two poles along each of 64 channels. */
void iir(float x[restrict 64][1024], float y[restrict 64][1024])
{
#pragma scop
  for (int c = 0; c < 64; c++)
    for (int n = 2; n < 1024; n++)
      y[c][n] = x[c][n] - 0.5f * y[c][n-1] - 0.25f * y[c][n-2];
#pragma endscop
}
