// Range-based loops over arrays, std::array and std::vector, by reference and
// by value, rows of arrays, and loops over ranges in members; other references
// to elements and rows.
#include <array>
#include <cstdio>
#include <vector>

static void scale(std::vector<double> &v, double f, int steps) {
#pragma scop
  for (int t = 0; t < steps; t++)
    for (double &x : v)
      x = f * x + t;
#pragma endscop
}

using Matrix = std::array<std::array<double, 13>, 11>;

static double total(Matrix &a, const std::vector<double> &weights) {
  double sum = 0;
#pragma scop
  for (auto &row : a)
    for (auto &x : row) {
      x += 1;
      for (const double &w : weights)
        x += 0.25 * w;
    }
  for (const auto &row : a)
    for (auto x : row) {
      x = 0.5 * x;
      sum += x;
    }
#pragma endscop
  return sum;
}

struct Cell {
  double now, next;
};

struct Grid {
  Cell cells[9][7];
  std::vector<float> lags;

  void advance(int m) {
#pragma scop
    for (auto &row : cells)
      for (Cell &c : row)
        c.next = 0.5 * c.now;
    for (int i = 1; i < 9; i++)
      for (Cell &c : cells[i])
        for (float l : lags)
          c.next += l * c.now + i;
    for (auto &row : cells) {
      const int width = 7;
      for (int j = 0; j < m; j++)
        row[j].now = row[width - 1 - j].next;
    }
#pragma endscop
  }
};

static void integers(int (&a)[37], const int (&b)[37]) {
#pragma scop
  for (int t = 0; t < 3; t++)
    for (int &x : a) {
      if (t == 1)
        continue;
      for (short y : b)
        x = x % 1000 * 3 + y;
    }
#pragma endscop
}

static void referred(double (&a)[15][9], const std::vector<double> &v, int m) {
#pragma scop
  for (int t = 0; t < m; t++)
    for (int i = 1; i < 15; i++) {
      auto &above = a[i - 1], &row = a[i];
      const double &factor = v[i];
      for (int j = 0; j < 9; j++) {
        double best = above[j];
        double &x = row[j], &y = best;
        y += factor;
        x = 0.5 * x + y * 0.25;
      }
    }
#pragma endscop
}

int main() {
  Matrix x;
  Grid g;
  int a[37], b[37];
  double sum = 0;
  for (int n = 0; n < 8; n++) {
    std::vector<double> v(n * n);
    for (int i = 0; i < n * n; i++)
      v[i] = i * 31 % 97 / 3.0;
    for (int i = 0; i < 11; i++)
      for (int j = 0; j < 13; j++)
        x[i][j] = (i * 7 + j * 5 + n) % 11;
    for (int i = 0; i < 9; i++)
      for (int j = 0; j < 7; j++)
        g.cells[i][j] = {(i * 5 + j * 3 + n) % 13 / 4.0, 1};
    for (int i = 0; i < 37; i++)
      a[i] = (b[i] = i * 17 % 29 + n) % 5;
    g.lags.assign(n, 0.5f + n);
    double r[15][9];
    for (int i = 0; i < 15; i++)
      for (int j = 0; j < 9; j++)
        r[i][j] = (i * 3 + j * 5 + n) % 7;
    if (v.size() >= 15)
      referred(r, v, n);
    for (auto &row : r)
      for (double e : row)
        sum = sum * 0.99 + e;
    scale(v, 0.5, n);
    sum = sum * 0.5 + total(x, v);
    g.advance(n);
    integers(a, b);
    for (double e : v)
      sum = sum * 0.9 + e;
    for (auto &row : x)
      for (double e : row)
        sum = sum * 0.99 + e;
    for (int i = 0; i < 9; i++)
      for (int j = 0; j < 7; j++)
        sum = sum * 0.9 + g.cells[i][j].now - g.cells[i][j].next;
    for (int e : a)
      sum = sum * 0.9 + e % 1001;
    std::printf("%d %.17g\n", n, sum);
  }
}
