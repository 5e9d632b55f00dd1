#include <algorithm>
#include <cassert>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

// Members that are not public, in a container.
class Matrix {
public:
  Matrix(int rows, int columns) : Rows(rows), Columns(columns), Values(rows * columns) {
    for (int i = 0; i < rows * columns; i++)
      Values[i] = i % 7 - 0.25 * (i % 5);
  }
  double &operator()(int i, int j) { return Values[i * Columns + j]; }
  double operator()(int i, int j) const { return Values[i * Columns + j]; }
  int rows() const { return Rows; }
  int columns() const { return Columns; }
private:
  int Rows, Columns;
  std::vector<double> Values;
};

void product(const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < a.rows(); i++)
    for (int j = 0; j < b.columns(); j++) {
      double sum = 0;
      for (int k = 0; k < a.columns(); k++)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}

// Tests of bounds, in a template.
namespace views {
template <typename T> class View {
  T *First;
  int Height, Width;
public:
  View(T *first, int height, int width) : First(first), Height(height), Width(width) {}
  T &at(int i, int j) const {
    assert(i >= 0 && i < Height && j >= 0 && j < Width);
    return First[i * Width + j];
  }
  int height() const { return Height; }
  int width() const { return Width; }
};

void transposed(const View<float> &from, const View<float> &to) {
  for (int i = 0; i < from.height(); i++)
    for (int j = 0; j < from.width(); j++)
      to.at(j, i) = from.at(i, j);
}
} // namespace views

// Members of bases.
class Shape {
protected:
  int Height, Width;
public:
  Shape(int height, int width) : Height(height), Width(width) {}
  int index(int y, int x) const { return y * Width + x; }
  int height() const { return Height; }
  int width() const { return Width; }
};
struct Image : Shape {
  int *Pixels;
  Image(int height, int width, int *pixels) : Shape(height, width), Pixels(pixels) {}
  int get(int y, int x) const {
    y = std::clamp(y, 0, Height - 1);
    x = std::min(std::max(x, 0), Width - 1);
    return Pixels[index(y, x)];
  }
};

void blurred(const Image &from, int *to) {
  for (int y = 0; y < from.height(); y++)
    for (int x = 0; x < from.width(); x++)
      to[from.index(y, x)] = std::abs(from.get(y - 1, x)) + 2 * from.get(y, x) + from.get(y, x + 1);
}

// Records as values.
struct Vector {
  double x, y, z;
  Vector &operator+=(const Vector &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
};
static inline Vector operator-(const Vector &a, const Vector &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline Vector operator*(double s, const Vector &a) {
  Vector result;
  result.x = s * a.x;
  result.y = s * a.y;
  result.z = s * a.z;
  return result;
}
static inline double dot(const Vector &a, const Vector &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

void forces(int n, const Vector *at, Vector *force) {
  for (int i = 0; i < n; i++) {
    Vector sum = {0, 0, 0};
    for (int j = 0; j < n; j++) {
      Vector d = at[i] - at[j];
      sum += 1 / (dot(d, d) + 0.5) * d;
    }
    force[i] = sum;
  }
}

// Complex numbers.
using cf = std::complex<float>;
void filtered(int n, int m, const cf *x, const cf *h, cf *y, float *power) {
  for (int i = 0; i < n; i++) {
    cf sum(0, 0);
    for (int k = 0; k < m; k++)
      sum += x[i + k] * std::conj(h[k]);
    y[i] = sum;
    power[i] = std::norm(y[i]) + y[i].real();
  }
}

void scaled(std::size_t n, std::complex<double> by, std::span<const std::complex<double>> x,
            std::span<std::complex<double>> y) {
  for (std::size_t i = 0; i < n; i++)
    y[i] += by * x[i];
}

template <typename T> static double total(const T *values, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = 1.001 * s + values[i];
  return s;
}

int main() {
  Matrix a(13, 9), b(9, 11), c(13, 11);
  product(a, b, c);
  double sum = 0;
  for (int i = 0; i < 13; i++)
    for (int j = 0; j < 11; j++)
      sum = 1.001 * sum + c(i, j);
  std::printf("%.17g\n", sum);

  float from[7 * 10], to[10 * 7];
  for (int i = 0; i < 70; i++)
    from[i] = i * 0.5f;
  views::transposed({from, 7, 10}, {to, 10, 7});
  std::printf("%.17g\n", total(to, 70));

  int pixels[12 * 17], smooth[12 * 17];
  for (int i = 0; i < 12 * 17; i++)
    pixels[i] = i * 37 % 101 - 50;
  blurred(Image(12, 17, pixels), smooth);
  std::printf("%.17g\n", total(smooth, 12 * 17));

  Vector at[19], force[19];
  for (int i = 0; i < 19; i++)
    at[i] = {i * 0.5, i % 3 - 1.0, i % 5 * 0.25};
  forces(19, at, force);
  std::printf("%.17g\n", total(&force[0].x, 1) + force[7].y + force[18].z);

  cf x[40], h[9], y[31];
  float power[31];
  for (int i = 0; i < 40; i++)
    x[i] = cf(i % 7 - 3.0f, 0.5f * (i % 4));
  for (int i = 0; i < 9; i++)
    h[i] = cf(1.0f / (i + 1), i * 0.125f);
  filtered(31, 9, x, h, y, power);
  std::printf("%.17g\n", total(power, 31));

  std::vector<std::complex<double>> u(23, {1, 2}), v(23, {0.5, 0.25});
  scaled(23, {0.5, -1}, u, v);
  std::printf("%.17g\n", v[3].real() + v[22].imag());
}
