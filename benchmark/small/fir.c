/* A filter of sixteen taps, summed up in a scalar. */
void fir(float x[restrict 2063], float h[restrict 16], float y[restrict 2048])
{
#pragma scop
  for (int n = 0; n < 2048; n++) {
    float s = 0;
    for (int t = 0; t < 16; t++)
      s += h[t] * x[n + t];
    y[n] = s;
  }
#pragma endscop
}
