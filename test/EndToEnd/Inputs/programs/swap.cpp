// Pointers that have changed places are used after the region, and some point
// into one array.
#include <cstdio>
#include <utility>

static double *relax(double *a, double *b, int n, int steps) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * a[i - 1] + 0.25 * a[i] + 0.25 * a[i + 1];
    std::swap(a, b);
  }
#pragma endscop
  a[0] += 1;
  return b;
}

static int wave(float *u, float *v, float *w, int n, int steps) {
  float *const first = u, *const second = v;
  for (int round = 0; round < 3; round++) {
#pragma scop
    for (int t = steps; t > 1; t--) {
      for (int i = 1; i < n - 1; i++)
        w[i] = 0.5f * v[i] - u[i] + v[i - 1];
      if (t > 3) {
        float *keep = u;
        u = v;
        v = w;
        w = keep;
      }
    }
#pragma endscop
    u[0] += 2;
    v[1] -= 1;
  }
  return (u == first) + 2 * (v == first) + 4 * (u == second);
}

int main() {
  for (int n = 1; n < 40; n += 6)
    for (int steps = 0; steps < 9; steps++)
      for (int distance : {100, 40, 7, 0}) {
        double x[200];
        float y[400];
        for (int i = 0; i < 200; i++)
          x[i] = i * 31 % 97 / 3.0;
        for (int i = 0; i < 400; i++)
          y[i] = i * 17 % 89 / 3.0f;
        double *end = relax(x, x + distance, n, steps);
        int where = wave(y, y + distance, y + 2 * distance, n, steps);
        double sum = 0;
        for (int i = 0; i < 200; i++)
          sum = sum * 0.99 + x[i] - y[2 * i] + y[2 * i + 1] / 2;
        std::printf("%d %d %d: %d %d %.17g\n", n, steps, distance,
                    int(end - x), where, sum);
      }
}
