// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

#include <algorithm>
#include <cmath>

namespace ns {
struct V {
  double x, y;
};

void kernel(int n, V *p, const V *q, double (&m)[8][8]) {
#pragma scop
  for (int i = 0; i < std::min(n, 8); ++i) {
    p[i] = q[i];
    p[i].x = std::max(p[i].x, std::sqrt(q[i].y)) + static_cast<float>(i);
    for (int j = 0; j < 8; ++j)
      m[i][j] = 1.0;
  }
#pragma endscop
}
// CHECK-LABEL: # kernel
// CHECK-DAG: S0[i] : 0 <= i <= 7 and i < n
// CHECK-DAG: S0[i] -> q[i]
// CHECK-DAG: S2[i, j] -> m[i, j]

class Image {
  int w, h;
  double *data;

public:
  void scale(double f);
};

void Image::scale(double f) {
#pragma scop
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      data[y * w + x] *= f;
#pragma endscop
}
// CHECK-LABEL: # scale
// CHECK: S0[y, x] -> this_data[y, x]
} // namespace ns

// A default argument is no initial value.
void counted(int n, double *a, int k = 0) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[k++] = i;
#pragma endscop
}
// CHECK-LABEL: # counted
// CHECK: mustWrites: {{.*}}S0[i] -> a[k + i]
