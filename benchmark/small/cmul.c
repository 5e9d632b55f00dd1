/* Product of two vectors of complex numbers. */
void cmul(float a[restrict 1024][2], float b[restrict 1024][2],
          float c[restrict 1024][2])
{
#pragma scop
  for (int i = 0; i < 1024; i++) {
    c[i][0] = a[i][0] * b[i][0] - a[i][1] * b[i][1];
    c[i][1] = a[i][0] * b[i][1] + a[i][1] * b[i][0];
  }
#pragma endscop
}
