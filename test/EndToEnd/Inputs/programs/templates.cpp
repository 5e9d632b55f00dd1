// Regions in templates of functions and of classes, with several instances.
#include <array>
#include <cstdio>
#include <vector>

template <typename T>
static void smooth(int n, int steps, T *a, const T *b, T factor) {
#pragma scop
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n; i++) {
      T left = a[i - 1];
      a[i] = T(0.5) * left + static_cast<T>(2) * b[i] + (T)factor * a[i];
    }
#pragma endscop
}

template <typename T, int N> static T product(const T (&a)[N][N], T (&c)[N][N]) {
  T sum{};
#pragma scop
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      T dot = 0;
      for (int k = 0; k < N; k++)
        dot += a[i][k] * a[k][j];
      c[i][j] = dot / N;
      sum += c[i][j];
    }
#pragma endscop
  return sum;
}

template <typename T> class Field {
public:
  std::vector<T> now, next;

  explicit Field(int n) : now(n), next(n) {}
  void advance(T rate);
  template <typename U> void mix(const std::vector<U> &other) {
#pragma scop
    for (int t = 0; t < 3; t++)
      for (std::size_t i = 1; i < now.size(); i++)
        now[i] += now[i - 1] * other[i];
#pragma endscop
  }
};

template <typename T> void Field<T>::advance(T rate) {
#pragma scop
  for (std::size_t i = 1; i < now.size(); i++)
    next[i] = now[i] + rate * now[i - 1];
  for (T &x : now)
    x = x * T(2);
  for (std::size_t i = 0; i < now.size(); i++)
    now[i] -= next[i];
#pragma endscop
}

// Not the text of the template.
template <> void Field<long>::advance(long rate) {
#pragma scop
  for (std::size_t i = 1; i < now.size(); i++)
    now[i] = now[i - 1] % rate + now[i] % 7;
#pragma endscop
}

template <typename T> static double run(int n) {
  std::vector<T> a(n + 1), b(n + 1);
  Field<T> f(n);
  for (int i = 0; i < n; i++) {
    a[i] = i * 7 % 5;
    b[i] = i * 3 % 11;
    f.now[i] = f.next[i] = i % 5;
  }
  smooth<T>(n, 3, a.data(), b.data(), T(1));
  f.advance(T(3));
  auto add = [&](auto extra) {
#pragma scop
    for (int t = 0; t < 2; t++)
      for (int i = 1; i < n; i++)
        a[i] = a[i] / 2 + a[i - 1] / 3 + extra;
#pragma endscop
  };
  add(1);
  add(2L);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.9 + double(a[i]) + double(f.now[i]) - double(f.next[i]);
  return sum;
}

int main() {
  float x[13][13], y[13][13];
  double u[13][13], v[13][13];
  Field<double> f(20);
  std::vector<float> w(20);
  for (int i = 0; i < 13; i++)
    for (int j = 0; j < 13; j++)
      u[i][j] = x[i][j] = (i * 5 + j * 3) % 7;
  for (int i = 0; i < 20; i++) {
    f.now[i] = i % 3;
    w[i] = i % 4 / 8.0f;
  }
  for (int n = 1; n < 40; n += 6)
    std::printf("%.9g %.17g %.17g\n", run<float>(n), run<double>(n),
                run<long>(n));
  f.mix(w);
  f.mix(f.next);
  std::printf("%.9g %.17g %.17g\n", product(x, y), product(u, v), f.now[19]);
}
