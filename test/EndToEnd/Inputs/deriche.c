/* Recursive edge filter: a forward and a backward pass along each row, then
   along each column, every pass with its own few values of memory. */
#include <math.h>
//@ function deriche
//@ size w h
//@ grid 0,0 1,1 2,3 6,5 13,10
//@ large 4096,2160
//@ array in float [w][h]
//@ array out float [w][h]
//@ array one float [w][h]
//@ array two float [w][h]
//@ locals
//@ call deriche(w, h, 0.25f, in, out, one, two)
//@ libs -lm
void deriche(int w, int h, float alpha, float in[w][h], float out[w][h],
             float one[w][h], float two[w][h]) {
  float e = expf(-alpha), e2 = expf(-2.0f * alpha);
  float k = (1.0f - e) * (1.0f - e) / (1.0f + 2.0f * alpha * e - e2);
  float a1 = k, a2 = k * e * (alpha - 1.0f), a3 = k * e * (alpha + 1.0f);
  float a4 = -k * e2, b1 = powf(2.0f, -alpha), b2 = -e2;
  float x1, x2, y1, y2;
  int i, j;
#pragma scop
  for (i = 0; i < w; i++) {
    x1 = 0;
    y1 = 0;
    y2 = 0;
    for (j = 0; j < h; j++) {
      one[i][j] = a1 * in[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
      x1 = in[i][j];
      y2 = y1;
      y1 = one[i][j];
    }
  }
  for (i = 0; i < w; i++) {
    y1 = 0;
    y2 = 0;
    x1 = 0;
    x2 = 0;
    for (j = h - 1; j >= 0; j--) {
      two[i][j] = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
      x2 = x1;
      x1 = in[i][j];
      y2 = y1;
      y1 = two[i][j];
    }
  }
  for (i = 0; i < w; i++)
    for (j = 0; j < h; j++)
      out[i][j] = one[i][j] + two[i][j];
  for (j = 0; j < h; j++) {
    x1 = 0;
    y1 = 0;
    y2 = 0;
    for (i = 0; i < w; i++) {
      one[i][j] = a1 * out[i][j] + a2 * x1 + b1 * y1 + b2 * y2;
      x1 = out[i][j];
      y2 = y1;
      y1 = one[i][j];
    }
  }
  for (j = 0; j < h; j++) {
    x1 = 0;
    x2 = 0;
    y1 = 0;
    y2 = 0;
    for (i = w - 1; i >= 0; i--) {
      two[i][j] = a3 * x1 + a4 * x2 + b1 * y1 + b2 * y2;
      x2 = x1;
      x1 = out[i][j];
      y2 = y1;
      y1 = two[i][j];
    }
  }
  for (i = 0; i < w; i++)
    for (j = 0; j < h; j++)
      out[i][j] = one[i][j] + two[i][j];
#pragma endscop
}
