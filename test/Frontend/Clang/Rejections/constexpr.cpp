// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp

constexpr int f(int n) {
  int a[10] = {};
#pragma scop
// CHECK: constexpr.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: the region is in a constexpr function{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the kernel as an ordinary function
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma endscop
  return a[3];
}
static_assert(f(5) == 3, "");

// Lambda expressions are, where the compiler evaluates them.
auto last = [](int n) {
  int a[10] = {};
#pragma scop
// CHECK: constexpr.cpp:[[@LINE+1]]:{{[0-9]+}}: warning: the region is in a constexpr function
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma endscop
  return a[n - 1];
};
static_assert(last(5) == 4, "");

const int sum = [] {
  int s = 0;
#pragma scop
// CHECK: constexpr.cpp:[[@LINE+1]]:{{[0-9]+}}: warning: the region is in a constexpr function
  for (int i = 0; i < 5; i++)
    s += i;
#pragma endscop
  return s;
}();
int sums[sum];
