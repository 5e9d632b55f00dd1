// Literals of the user's own operators keep their suffix, once.
// RUN: %stevedore %s -o %t.cpp --profitable=off -- -std=c++23 2>&1 | count 0
// RUN: FileCheck %s < %t.cpp
// RUN: %clang++ -std=c++23 -w %s -o %t.1 && %clang++ -std=c++23 -w %t.cpp -o %t.2
// RUN: %t.1 > %t.1.txt && %t.2 > %t.2.txt && cmp %t.1.txt %t.2.txt
#include <cstdio>

constexpr double operator""_km(long double x) { return double(x * 1000); }
constexpr double operator""_km(unsigned long long x) { return x * 1000.0; }
constexpr int operator""_c(char x) { return x * 3; }
constexpr int operator""_raw(const char *x) { return x[0]; }

// CHECK: {{^ +}}/* compute */
// CHECK: {{^ +[a-z]+_local.*}}1.5_km + 3_km + 0x1p3 + 1'000.0
// CHECK: {{^ +[a-z]+_local.*}}'x'_c + 12_raw + u8'c' + 5
void f(int n, double *__restrict a, int *__restrict k,
       const double *__restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i] += b[j] * (1.5_km + 3_km + 0x1p3 + 1'000.0);
      k[i] += int(b[j]) + 'x'_c + 12_raw + u8'c' + 5z;
    }
#pragma endscop
}

int main() {
  double a[3] = {}, b[3] = {1, 2, 3};
  int k[3] = {};
  f(3, a, k, b);
  for (int i = 0; i < 3; i++)
    std::printf("%a %d\n", a[i], k[i]);
}
