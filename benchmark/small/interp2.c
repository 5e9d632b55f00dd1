/* Doubles the samples of a signal. */
void interp2(float x[restrict 1026], float y[restrict 2048])
{
#pragma scop
  for (int n = 0; n < 1024; n++) {
    y[2*n] = x[n];
    y[2*n+1] = (x[n] + x[n+1]) / 2;
  }
#pragma endscop
}
