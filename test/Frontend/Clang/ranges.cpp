// RUN: %stevedore --print=scop %s -- -std=c++17 2>&1 | FileCheck %s
// RUN: not %stevedore --strict %s -o %t.cpp -- -std=c++17 -DREFUSED 2>&1 \
// RUN:     | FileCheck %s --check-prefix=REFUSED
// RUN: %stevedore --profitable=off -Rpass-missed=stevedore %s -o %t.cpp -- \
// RUN:     -std=c++17 -DDETECTED 2>&1 | FileCheck %s --check-prefix=DETECTED \
// RUN:     --allow-empty
// RUN: FileCheck %s --check-prefix=NEW < %t.cpp

// Range-based loops count.
#include <array>
#include <vector>

#if defined(DETECTED)
// DETECTED-NOT: remark
double found(const std::vector<double> &v) {
  double sum = 0;
// NEW: STEVEDORE_GET(&v_local[0], &v.data()[x_atT],
// NEW: /* compute */
// NEW: x_local = v_local[
  for (double x : v)
    sum += x;
  return sum;
}
#elif !defined(REFUSED)
void values(std::array<float, 9> &a, const std::vector<float> &b) {
#pragma scop
  for (auto &x : a)
    for (auto y : b)
      x += y;
#pragma endscop
}
// CHECK-NOT: warning
// CHECK-LABEL: # values
// CHECK: domain: {{.*}}S0[x_at, y_at] : 0 <= x_at <= 8 and 0 <= y_at < b_size
// CHECK: reads: {{.*}}S0[x_at, y_at] -> b[y_at]
// CHECK: mustWrites: {{.*}}S1[x_at, y_at] -> a[x_at]

// The same names again, and a range with a subscript.
void rows(int (&a)[4][6], int (&b)[6]) {
#pragma scop
  for (auto &x : a)
    for (int i = 2; i < 4; i++)
      for (int &x : a[i - 1])
        for (const int &x_at : b)
          x += x_at;
#pragma endscop
}
// CHECK-LABEL: # rows
// CHECK: domain: {{.*}}S0[x_at_, i, x_at__, x_at_at] :
// CHECK: mustWrites: {{.*}} -> a[-1 + i, x_at__]
#else
struct Pair {
  double first, second;
  double both[2];
};

void halves(Pair (&a)[8]) {
#pragma scop
// REFUSED: ranges.cpp:[[@LINE+1]]:{{.*}} error: range-based 'for' loop
  for (auto &[x, y, z] : a)
    x = y;
#pragma endscop
}

void parts(Pair (&a)[8]) {
#pragma scop
  for (Pair &p : a)
// REFUSED: ranges.cpp:[[@LINE+1]]:{{.*}} error: range-based 'for' loop
    for (double &x : p.both)
      x = 1;
#pragma endscop
}

void nested(std::vector<std::vector<double>> &v) {
#pragma scop
  for (auto &row : v)
// REFUSED: ranges.cpp:[[@LINE+1]]:{{.*}} error: loop bound
    for (double &x : row)
      x = 1;
#pragma endscop
}

void appended(std::vector<double> &v) {
#pragma scop
  for (double x : v)
// REFUSED: ranges.cpp:[[@LINE+1]]:{{.*}} error: call of 'push_back'
    v.push_back(x);
#pragma endscop
}

// The row stays the same while k goes on.
void stepped(double (&a)[9][5]) {
#pragma scop
  int k = 0;
// REFUSED: ranges.cpp:[[@LINE+1]]:{{.*}} error: range-based 'for' loop
  for (double &x : a[k]) {
    x = 1;
    k++;
  }
#pragma endscop
}

void data(int (&a)[9], double *b) {
#pragma scop
  for (int &x : a)
// REFUSED: ranges.cpp:[[@LINE+1]]:{{.*}} error: subscript 'x' depends on the data in 'x'
    b[x] = 1;
#pragma endscop
}

void copies(int (&a)[9], double *b) {
#pragma scop
  for (int x : a)
    if (x > 0)
// REFUSED: ranges.cpp:[[@LINE+1]]:{{.*}} error: {{.*}}'x'
      b[x] = 1;
#pragma endscop
}

void copied(double *b) {
#pragma scop
// REFUSED: ranges.cpp:[[@LINE+1]]:{{.*}} error: range-based 'for' loop
  for (int x : {1, 2, 3})
    b[0] += x;
#pragma endscop
}
#endif
