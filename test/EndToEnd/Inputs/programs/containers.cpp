// Elements and sizes of std::vector and std::array, also of one vector by two
// names.
#include <array>
#include <cstdio>
#include <vector>

static void smooth(std::vector<double> &a, const std::vector<double> &b,
                   int steps) {
#pragma scop
  for (int t = 0; t < steps; t++)
    for (std::size_t i = 1; i + 1 < a.size(); i++)
      a[i] = 0.5 * a[i - 1] + 0.25 * b[i] + 0.25 * a[i + 1];
#pragma endscop
}

using Matrix = std::array<std::array<double, 13>, 11>;

static void multiply(const Matrix &a, std::vector<double> &v, Matrix &c,
                     int m) {
#pragma scop
  for (std::size_t i = 0; i < c.size(); i++)
    for (int j = 0; j < 13; j++) {
      c[i][j] = 0;
      for (int k = 0; k < m; k++)
        c[i][j] += a[i][k] * v.data()[k * 13 + j];
    }
#pragma endscop
}

struct State {
  std::vector<float> now, next;
  std::array<int, 40> count;

  void advance(int n) {
#pragma scop
    for (int i = 1; i < n; i++) {
      next[i] = now[i] - 0.5f * now[i - 1];
      count[i] += i;
    }
    for (int i = 1; i < n; i++)
      now[i] += next[i] + count[i];
#pragma endscop
  }
};

int main() {
  std::vector<double> a, b, v(200);
  Matrix x, y;
  State s;
  s.now.assign(40, 1.5f);
  s.next.assign(40, 0.5f);
  s.count.fill(3);
  double sum = 0;
  for (int n = 0; n < 35; n += 3) {
    a.resize(n);
    b.resize(n + 2);
    for (int i = 0; i < n; i++)
      a[i] = b[i + 1] = i * 31 % 97 / 3.0;
    for (int i = 0; i < 200; i++)
      v[i] = (i + n) * 17 % 89 / 3.0;
    for (int i = 0; i < 11; i++)
      for (int j = 0; j < 13; j++)
        x[i][j] = (i * 7 + j * 5 + n) % 11;
    smooth(a, b, 3);
    smooth(b, b, n % 4);
    multiply(x, v, y, n % 13);
    multiply(y, v, y, 2);
    s.advance(n);
    for (double e : a)
      sum = sum * 0.9 + e;
    for (double e : b)
      sum = sum * 0.9 - e;
    for (int i = 0; i < 40; i++)
      sum = sum * 0.9 + s.now[i] - s.next[i] + s.count[i];
    for (auto &row : y)
      for (double e : row)
        sum = sum * 0.99 + e;
    std::printf("%d %.17g\n", n, sum);
  }
}
