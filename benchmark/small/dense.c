/* A layer in which each output sees each input. */
void dense(float w[restrict 512][512], float x[restrict 512],
           float y[restrict 512])
{
#pragma scop
  for (int i = 0; i < 512; i++) {
    float s = 0;
    for (int j = 0; j < 512; j++)
      s += w[i][j] * x[j];
    y[i] = s;
  }
#pragma endscop
}
