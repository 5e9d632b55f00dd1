#include <stdio.h>
static float a[4000]; static float b[4000];
void rectify(int n, int m, float *a, float *b) {
#pragma scop
  for (int i = 0; i < n * m; i++)
    a[i] = a[i] < 0 ? 0 : a[i];
  for (int t = 0; t < 3; t++)
    for (unsigned i = 1; i + 1 < (unsigned)n * (unsigned)m; i++)
      b[i] = a[i - 1] + a[i + 1] * (n + 1);
#pragma endscop
}
int main(void) { double s = 0; for (int n = -2; n < 9; n++) for (int m = -2; m < 9; m++) { if ((n < 0) != (m < 0)) continue; for (int i = 0; i < 4000; i++) { a[i] = i % 7 - 3; b[i] = i % 5; } rectify(n, m, a, b); for (int i = 0; i < 4000; i++) s = s * 1.001 + a[i] - b[i]; } printf("%.17g\n", s); }
