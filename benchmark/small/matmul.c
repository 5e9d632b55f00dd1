/* Product of two matrices, summed up in a scalar. */
void matmul(float a[restrict 128][128], float b[restrict 128][128],
            float c[restrict 128][128])
{
#pragma scop
  for (int i = 0; i < 128; i++)
    for (int j = 0; j < 128; j++) {
      float s = 0;
      for (int k = 0; k < 128; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
#pragma endscop
}
