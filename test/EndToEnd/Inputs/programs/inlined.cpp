#include <algorithm>
#include <cstdio>
template <typename T> struct matrix {
  int rows, columns;
  T *values;
  T &operator()(int i, int j) { return values[i * columns + j]; }
  const T &operator()(int i, int j) const { return values[i * columns + j]; }
  T *operator[](int i) { return values + i * columns; }
  int size() const { return rows; }
};
void product(matrix<double> &c, const matrix<double> &a, const matrix<double> &b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c(i, j) += a(i, k) * b(k, j);
}
void rows(matrix<double> &m) {
  for (int i = 0; i < m.size(); i++)
    for (int j = 0; j < m.columns; j++)
      m[i][j] = 2 * m[0][j] + std::max(m[i][j], 1.5);
}
void bounded(int n, int m, const double *from, double *to) {
  for (int i = 0; i < std::min(n, m); i++)
    to[i] = std::max(from[i], from[i + 1]);
}
static double A[40*40], B[40*40], C[40*40];
void reversed(int n, double *a) {
  for (int i = 0; i < n / 2; i++)
    std::swap(a[i], a[n - 1 - i]);
}
int main() {
  for (int i = 0; i < 1600; i++) { A[i] = i % 7 + 0.1; B[i] = i % 11 - 0.3; C[i] = i % 3; }
  matrix<double> a{37, 39, A}, b{38, 37, B}, c{35, 38, C};
  product(c, a, b, 33); rows(c); bounded(300, 200, A, B);
  reversed(1001, A); double s = 0; for (int i = 0; i < 1600; i++) s = s * 1.0001 + A[i] + B[i] * C[i];
  std::printf("%.17g\n", s);
}
