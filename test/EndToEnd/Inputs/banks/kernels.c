// Kernels as they are given to high-level synthesis, and what they compute.
#include <stdio.h>

void five(float a[40][44], float b[40][44]) {
#pragma scop
  for (int i = 1; i < 39; i++)
    for (int j = 1; j < 43; j++)
      a[i][j] = b[i][j] + b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1];
#pragma endscop
}

void conv(float out[30][33], float in[32][35], float k[3][3]) {
#pragma scop
  for (int y = 0; y < 30; y++)
    for (int x = 0; x < 33; x++)
      out[y][x] = in[y][x] * k[0][0] + in[y][x + 1] * k[0][1] +
                  in[y][x + 2] * k[0][2] + in[y + 1][x] * k[1][0] +
                  in[y + 1][x + 1] * k[1][1] + in[y + 1][x + 2] * k[1][2] +
                  in[y + 2][x] * k[2][0] + in[y + 2][x + 1] * k[2][1] +
                  in[y + 2][x + 2] * k[2][2];
#pragma endscop
}

void fir(float y[200], float x[207], float h[8]) {
#pragma scop
  for (int i = 0; i < 200; i++) {
    y[i] = 0;
    for (int k = 0; k < 8; k++)
      y[i] += h[k] * x[i + k];
  }
#pragma endscop
}

void product(float c[24][20], float a[24][28], float b[28][20]) {
#pragma scop
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 20; j++)
      for (int k = 0; k < 28; k++)
        c[i][j] += a[i][k] * b[k][j];
#pragma endscop
}

void steps(float a[36], float b[36]) {
#pragma scop
  for (int t = 0; t < 12; t++) {
    for (int i = 1; i < 35; i++)
      b[i] = a[i - 1] + a[i] + a[i + 1];
    for (int i = 1; i < 35; i++)
      a[i] = (b[i - 1] + b[i] + b[i + 1]) / 9;
  }
#pragma endscop
}

// Synthesis unrolls the loops inside of a pipelined one.
void window(short out[30][33], unsigned char in[32][35], signed char k[3][3]) {
#pragma scop
  for (int y = 0; y < 30; y++)
    for (int x = 0; x < 33; x++) {
#pragma HLS PIPELINE II=1
      int sum = 0;
      for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
          sum += in[y + j][x + i] * k[j][i];
      out[y][x] = (short)(sum % 1000);
    }
#pragma endscop
}

static float cells[8][2000];
static short shorts[30][33];
static unsigned char bytes[32][35];
static signed char taps[3][3] = {{1, -2, 3}, {-4, 5, -6}, {7, -8, 9}};

int main(void) {
  for (int n = 0; n < 8; n++)
    for (int i = 0; i < 2000; i++)
      cells[n][i] = (float)((i * 7 + n * 3) % 31) / 8;
  five((float(*)[44])cells[0], (float(*)[44])cells[1]);
  conv((float(*)[33])cells[2], (float(*)[35])cells[3], (float(*)[3])cells[4]);
  fir(cells[5], cells[6], cells[7]);
  for (int n = 0; n < 8; n++)
    for (int i = 0; i < 2000; i++)
      printf("%a\n", cells[n][i]);
  for (int i = 0; i < 32 * 35; i++)
    bytes[i / 35][i % 35] = (unsigned char)(i * 29);
  window(shorts, bytes, taps);
  for (int i = 0; i < 30 * 33; i++)
    printf("%d\n", shorts[i / 33][i % 33]);
  product((float(*)[20])cells[0], (float(*)[28])cells[1], (float(*)[20])cells[2]);
  steps(cells[3], cells[4]);
  for (int n = 0; n < 8; n++)
    for (int i = 0; i < 2000; i++)
      printf("%a\n", cells[n][i]);
  return 0;
}
