// RUN: %stevedore --print=scop %s -- -std=c++17 2>&1 | FileCheck %s
// RUN: not %stevedore --strict %s -o %t.cpp -- -std=c++17 -DREFUSED 2>&1 \
// RUN:     | FileCheck %s --check-prefix=REFUSED

// Elements of containers are those of arrays.
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#ifndef REFUSED
void vectors(std::vector<double> &v, const std::vector<double> &w) {
#pragma scop
  std::memset(v.data(), 0, w.size() * sizeof(double));
  for (std::size_t k = 0, i = 1; i < w.size(); i++, k++)
    v[k] += w[i];
#pragma endscop
}
// CHECK-NOT: warning
// CHECK-LABEL: # vectors
// CHECK: domain: {{.*}}S0[j] : 0 <= j < w_size
// CHECK: reads: {{.*}}S1[i] -> w[i]
// CHECK: mustWrites: {{.*}}S1[i] -> v[-1 + i]

void arrays(std::array<std::array<float, 7>, 5> &a, std::array<float, 7> &b) {
#pragma scop
  for (int i = 0; i < a.size(); i++)
    for (int j = 0; j < b.size(); j++)
      a[i][j] += b[j];
#pragma endscop
}
// CHECK-LABEL: # arrays
// CHECK: domain: {{.*}}S0[i, j] : 0 <= i <= 4 and 0 <= j <= 6
#else
void resized(std::vector<double> &v, int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    v[i] = i;
// REFUSED: containers.cpp:[[@LINE+1]]:{{.*}} error: call of 'push_back'
    v.push_back(i);
  }
#pragma endscop
}

void nested(std::vector<std::vector<double>> &v, int n) {
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: containers.cpp:[[@LINE+1]]:{{.*}} error: 'v.data()' is reached through a pointer that is read from memory
    v[i][0] = i;
#pragma endscop
}

void bits(std::vector<bool> &v, int n) {
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: containers.cpp:[[@LINE+1]]:{{.*}} error:
    v[i] = false;
#pragma endscop
}

// A byte may be one of the vector's own.
void bytes(std::vector<unsigned char> &v, int n) {
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: containers.cpp:[[@LINE+1]]:{{.*}} error: 'v' decides about the region and may be changed by a store through 'v.data()'
    v[i] = 0;
#pragma endscop
}

void exchanged(std::vector<double> &v, std::vector<double> &w, int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    v[i] = w[i];
// REFUSED: containers.cpp:[[@LINE+1]]:{{.*}} error: call of 'swap'
    std::swap(v, w);
  }
#pragma endscop
}

void local(double *a, int n) {
#pragma scop
  for (int i = 0; i < n; i++) {
    std::array<double, 4> v;
// REFUSED: containers.cpp:[[@LINE+1]]:{{.*}} error: call of 'operator[]'
    v[0] = a[i];
    a[i] = v[0];
  }
#pragma endscop
}
#endif
