// Regions among what C++ has and C has not. Prints sums of what they compute.
#include <array>
#include <cstdio>
#include <functional>
#include <vector>

namespace numbers {
template <typename T, int N> struct Grid {
  T cells[N][N];
};

using Row = double[24];
constexpr int size = 24;

inline namespace detail {
struct Point {
  double x = 0;
  float weight = 1;
};
} // namespace detail
} // namespace numbers

static numbers::Grid<double, numbers::size> grid;
static numbers::Point points[numbers::size];

template <typename Function> static double sum(int n, Function &&value) {
  double result = 0;
  for (int i = 0; i < n; i++)
    result += value(i);
  return result;
}

class Smoother {
public:
  explicit Smoother(double factor) : factor(factor) {}
  void run(numbers::Row *rows, int n) const;
  static void shift(double (&line)[numbers::size]);
  int steps = 3;

private:
  double factor;
};

void Smoother::run(numbers::Row *rows, int n) const
{
  const auto scale = factor;
#pragma scop
  for (auto t = 0; t < steps; ++t)
    for (auto i = 1; i < n - 1; ++i)
      for (int j{1}; j < n - 1; ++j)
        rows[i][j] = scale * (rows[i - 1][j] + rows[i][j - 1] + rows[i][j] +
                              static_cast<double>(rows[i + 1][j]));
#pragma endscop
}

void Smoother::shift(double (&line)[numbers::size])
{
#pragma scop
  for (int i = numbers::size - 1; i > 0; --i)
    line[i] = line[i - 1];
#pragma endscop
}

namespace {
bool operator<(const numbers::Point &a, const numbers::Point &b)
{
  return a.x < b.x;
}

void weigh(int n)
{
#pragma scop
  for (int i = 0; i < n; ++i) {
    points[i].x = grid.cells[i][i] * points[i].weight;
    points[i].weight += 1.0f;
  }
#pragma endscop
}
} // namespace

extern "C" int halve(unsigned n, double *__restrict to, const double *from)
{
#pragma scop
  for (unsigned i = 0; i < n; i++)
    to[i] = from[2 * i] / 2;
#pragma endscop
  return 0;
}

namespace {
struct Corner {
  int x, y;
  Corner(int x = 1, int y = 2) : x(x), y(y) {}
};
} // namespace

void corners(int n, double *to)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    to[i] = 1;
    int left = i + 1;
    while (left > 0) {
      if (left == 3)
        break;
      left--;
      int x = left, y = 7;
      {
        Corner corner(x, y);
        to[i] += corner.x * 10 + corner.y;
      }
    }
  }
#pragma endscop
}

int main()
{
  std::vector<double> numbers(2 * numbers::size);
  std::array<double, numbers::size> half{};
  for (auto &number : numbers)
    number = double(&number - numbers.data());
  for (auto &row : grid.cells)
    for (auto &cell : row)
      cell = 0.25 * double(&cell - &row[0]) + double(&row - &grid.cells[0]);
  for (int n : {0, 1, 5, numbers::size}) {
    Smoother(0.3).run(grid.cells, n);
    Smoother::shift(grid.cells[3]);
    weigh(n);
    halve(unsigned(n), half.data(), numbers.data());
    corners(n, half.data());
    std::function<double(int)> value = [&](int i) {
      return grid.cells[i][n / 2] + half[std::size_t(i)] +
             (points[i] < points[0] ? points[i].x : 0.5);
    };
    std::printf("%d %a\n", n, sum(numbers::size, value));
  }
  return 0;
}
