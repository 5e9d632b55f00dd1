// RUN: %stevedore --print=scop %s -- -std=c++17 2>&1 | FileCheck %s
// RUN: not %stevedore --strict %s -o %t.cpp -- -std=c++17 -DREFUSED 2>&1 \
// RUN:     | FileCheck %s --check-prefix=REFUSED
// RUN: %stevedore --profitable=off %s -o %t.cpp -- -std=c++17 -DDETECTED
// RUN: FileCheck %s --check-prefix=NEW < %t.cpp

#if defined(DETECTED)
// Loops of lambda expressions are found, also outside of functions.
// NEW-LABEL: auto fill
auto fill = [](double *a, int n) {
// NEW: STEVEDORE_PUT(
  for (int i = 0; i < n; i++)
    a[i] = i;
};

// So are those that could be evaluated by the compiler, but are not.
// NEW-LABEL: const int sum
const int sum = [](const int *a) {
  int result = 0;
// NEW: STEVEDORE_GET(
  for (int i = 0; i < 100; i++)
    result += a[i];
  return result;
}(new int[100]());

// No pragma may stand there.
// NEW-LABEL: struct Initial
struct Initial {
// NEW: {{^}}    for (int i = 0; i < 100; i++)
  int member = [](const int *a) {
    int result = 0;
    for (int i = 0; i < 100; i++)
      result += a[i];
// NEW: return result
    return result;
  }(new int[100]());
};

// NEW-LABEL: void found
void found(double *a, int n) {
  auto run = [&](int from) {
// NEW: STEVEDORE_PUT(
    for (int i = from; i < n; i++)
      a[i] = i;
  };
  run(2);
}
#elif !defined(REFUSED)
// Nobody but the lambda expression, which is called where it stands, knows the
// variable n, so that no store changes it.
void called(int n, int *a) {
  [&] {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] = [=] { return a[i] + i; }();
#pragma endscop
  }();
}
// CHECK-NOT: warning
// CHECK-LABEL: # called
// CHECK: domain: {{.*}}S0[i] : 0 <= i < n
// CHECK: reads: {{.*}}S0[i] -> a[i]
#else
void written(int n, float *a, double sum) {
  auto add = [&](double v) { return v + sum; };
#pragma scop
  for (int i = 0; i < n; i++) {
// REFUSED: lambdas.cpp:[[@LINE+1]]:{{.*}} error: call of 'add', which may read 'sum' while the region writes it
    a[i] = add(a[i]);
    sum += a[i];
  }
#pragma endscop
}

double *keep(double &object);
void through(int n, double sum) {
  auto add = [&](double v) { return v + sum; };
  double *a = keep(sum);
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: lambdas.cpp:[[@LINE+1]]:{{.*}} error: call of 'add', which may read 'a' while the region writes it
    a[i] = add(a[i]);
#pragma endscop
}

void counting(int n, double *a) {
  int calls = 0;
  auto count = [&](double v) { return ++calls + v; };
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: lambdas.cpp:[[@LINE+1]]:{{.*}} error: call of 'count', which may have side effects
    a[i] = count(a[i]);
#pragma endscop
}

void changing(int n, double *a) {
  int calls = 0;
  auto count = [calls](double v) mutable { return ++calls + v; };
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: lambdas.cpp:[[@LINE+1]]:{{.*}} error: call of 'count', which may have side effects
    a[i] = count(a[i]);
#pragma endscop
}

void inPlace(int n, double *a) {
  int calls = 0;
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: lambdas.cpp:[[@LINE+1]]:{{.*}} error: lambda expression in a region
    a[i] = [&] { return calls++; }();
#pragma endscop
}

struct Weights {
  double w[8];
  void apply(int n, double *a) {
    auto weight = [this](int i) { return w[i % 8]; };
#pragma scop
    for (int i = 0; i < n; i++)
// REFUSED: lambdas.cpp:[[@LINE+1]]:{{.*}} error: call of 'weight', which may have side effects
      a[i] *= weight(i);
#pragma endscop
  }
};

void captured(int n, double *a) {
  int i;
  auto position = [&] { return i; };
#pragma scop
// REFUSED: lambdas.cpp:[[@LINE+1]]:{{.*}} error: the address of 'i' is taken
  for (i = 0; i < n; i++)
    a[i] = position();
#pragma endscop
}
#endif
