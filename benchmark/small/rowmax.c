/* The largest element of each row. */
void rowmax(float x[restrict 256][64], float m[restrict 256])
{
#pragma scop
  for (int i = 0; i < 256; i++) {
    float s = x[i][0];
    for (int j = 1; j < 64; j++)
      s = x[i][j] > s ? x[i][j] : s;
    m[i] = s;
  }
#pragma endscop
}
