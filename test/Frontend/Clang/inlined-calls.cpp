// Members of classes, references and templates in place of their calls.
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>/dev/null | FileCheck %s
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>&1 | FileCheck --check-prefix=KEPT %s

#include <algorithm>

template <typename T> struct matrix {
  int rows, columns;
  T *values;
  T &operator()(int i, int j) { return values[i * columns + j]; }
  const T &operator()(int i, int j) const { return values[i * columns + j]; }
  T *operator[](int i) { return values + i * columns; }
  int size() const { return rows; }
  T *data() { return values; }
  T at(int i, int j) const {
    if (i < 0 || i >= rows)
      return T();
    return (*this)(i, j);
  }
};

// CHECK-LABEL: # product
// CHECK: reads: {{.*}}S0[i, j, k] -> a_values[i, k]
// CHECK: mustWrites: {{.*}}S0[i, j, k] -> c_values[i, j]
void product(matrix<double> &c, const matrix<double> &a, const matrix<double> &b,
             int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c(i, j) += a(i, k) * b(k, j);
}

// CHECK-LABEL: # rows
// CHECK: mustWrites: {{.*}} -> m_values[i, j]
void rows(matrix<float> &m, int n) {
  for (int i = 0; i < m.size(); i++)
    for (int j = 0; j < m.columns; j++)
      m[i][j] = 2 * m.data()[j];
}

// CHECK-LABEL: # bounded
// CHECK: domain: {{.*}}S0[i] : 0 <= i < m and i < n }
void bounded(int n, int m, const double *from, double *to) {
  for (int i = 0; i < std::min(n, m); i++)
    to[i] = std::max(from[i], from[i + 1]);
}

// CHECK-LABEL: # reversed
// CHECK: mustWrites: {{.*}} -> a[{{.*}}-1 + n - i]
void reversed(int n, double *a) {
  for (int i = 0; i < n / 2; i++)
    std::swap(a[i], a[n - 1 - i]);
}

template <typename T, int N> struct square {
  T values[N * N];
  T &at(int i, int j = 0) { return values[i * N + j]; }
};
// CHECK-LABEL: # fixed
// CHECK: mustWrites: {{.*}} -> m_values[9i] :
void fixed(square<int, 9> &m) {
  for (int i = 0; i < 9; i++)
    m.at(i) = 1;
}

class hidden {
public:
  double get(int i) const { return values[i]; }
private:
  double *values;
};
// CHECK-LABEL: # closed
// CHECK: reads: {{.*}} -> h_values[i]
void closed(int n, const hidden &h, double *to) {
  for (int i = 0; i < n; i++)
    to[i] = h.get(i);
}

class packed {
public:
  unsigned get(int i) const { return i < 8 ? low : 0; }
private:
  unsigned low : 4;
};
// KEPT: note: the body of 'get' cannot stand in place of the call: it uses 'low', which is not public
void bits(int n, const packed &p, unsigned *to) {
  for (int i = 0; i < n; i++)
    to[p.get(i)] = 0;
}

struct base {
  virtual double get(int i) const { return values[i]; }
  double *values;
};
// KEPT: note: the body of 'get' cannot stand in place of the call: the function is virtual
void open(int n, const base &b, double *to) {
  for (int i = 0; i < n; i++)
    to[i] = b.get(i);
}
