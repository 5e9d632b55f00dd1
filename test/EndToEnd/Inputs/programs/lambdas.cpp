// Regions in lambda expressions, called in place and by name, with what they
// capture by reference and by value, and calls of lambda expressions.
#include <array>
#include <cstdio>
#include <vector>

static double inPlace(double (&a)[17][19], const std::vector<double> &w) {
  double b[17][19] = {};
  double sum = 0;
  int last = 3;
  [&] {
#pragma scop
    for (int t = 0; t < last; t++)
      for (int i = 1; i < 17; i++)
        for (int j = 0; j < 19; j++)
          b[i][j] += a[i - 1][j] * w[t];
    for (int i = 0; i < 17; i++)
      for (int j = 0; j < 19; j++)
        sum += b[i][j];
#pragma endscop
  }();
  return sum + b[4][5];
}

static double named(std::vector<double> &v, int steps) {
  double a[23] = {1, 2, 3}, kept[23] = {4, 5, 6};
  const int n = 23;
  double weight = 0.25;
  auto sweep = [&, weight](int from, const double *other) {
#pragma scop
    for (int t = 0; t < steps; t++)
      for (int i = from; i < n; i++)
        a[i] = weight * a[i] + v[i] - other[i];
#pragma endscop
    return a[from];
  };
  auto grow = [kept]() mutable {
#pragma scop
    for (int t = 0; t < 2; t++)
      for (int i = 1; i < n; i++)
        kept[i] += 0.5 * kept[i - 1];
#pragma endscop
    return kept[n - 1];
  };
  weight = 100;
  double sum = sweep(2, kept) + sweep(0, a);
  sum = sum * 0.5 + grow();
  sum = sum * 0.5 + grow();
  return sum + kept[22];
}

static auto square = [](double v) { return v * v; };

static void called(double (&a)[40], double (&b)[40], int m) {
  const double scale = 0.5;
  double shift = 3;
  int turns = 2;
  auto line = [=](double v, int i) { return scale * v + shift - turns * i; };
  auto table = [&turns](double v) { return v > turns ? v - turns : v; };
  auto twice = [&](auto v) { return table(v) + v; };
  shift = 99;
#pragma scop
  for (int t = 0; t < m; t++)
    for (int i = 1; i < 40; i++) {
      b[i] = line(a[i - 1], i) + square(a[i]) * 0.01;
      a[i] = table(b[i]) + twice(b[i - 1]) * 0.1 +
             [&] { return a[i - 1] * 0.25 + i; }();
    }
#pragma endscop
}

struct Model {
  std::array<double, 31> x, y;

  void step(double dt) {
    auto update = [this, dt](int n) {
#pragma scop
      for (int i = 1; i < n; i++)
        y[i] += dt * (x[i] - x[i - 1]);
      for (int i = 1; i < n; i++)
        x[i] += y[i];
#pragma endscop
    };
    update(31);
    update(17);
  }
};

int main() {
  double a[17][19], c[40], d[40];
  std::vector<double> v(23), w(3);
  Model model;
  for (int n = 0; n < 6; n++) {
    for (int i = 0; i < 17; i++)
      for (int j = 0; j < 19; j++)
        a[i][j] = (i * 7 + j * 5 + n) % 11;
    for (int i = 0; i < 23; i++)
      v[i] = (i * 3 + n) % 7;
    for (int i = 0; i < 3; i++)
      w[i] = i + 0.5 * n;
    for (int i = 0; i < 40; i++)
      c[i] = d[i] = (i * 11 + n) % 17 / 8.0;
    for (int i = 0; i < 31; i++)
      model.x[i] = model.y[i] = (i * 5 + n) % 9 / 4.0;
    called(c, d, n);
    model.step(0.125);
    double sum = inPlace(a, w) + named(v, n);
    for (int i = 0; i < 40; i++)
      sum = sum * 0.9 + c[i] - d[i];
    for (int i = 0; i < 31; i++)
      sum = sum * 0.9 + model.x[i] - model.y[i];
    std::printf("%d %.17g\n", n, sum);
  }
}
