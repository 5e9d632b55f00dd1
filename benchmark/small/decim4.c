/* A filter of twelve taps that keeps one of four samples. */
void decim4(float x[restrict 4108], float h[restrict 12],
            float y[restrict 1024])
{
#pragma scop
  for (int n = 0; n < 1024; n++) {
    float s = 0;
    for (int t = 0; t < 12; t++)
      s += h[t] * x[4 * n + t];
    y[n] = s;
  }
#pragma endscop
}
