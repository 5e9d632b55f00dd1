// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s
// RUN: %stevedore --print=scop --live-out=b %s 2>&1 | FileCheck --check-prefix=ONLY %s
// RUN: %stevedore --print=scop --local=a,c %s 2>&1 | FileCheck --check-prefix=LOCAL %s

// A variable of the function is dead after the region when it is not mentioned
// again and nobody knows its address.

void g(double *);

double f(int n, double *a) {
  double dead[100], known[100], used[100], x = 0;
  static double kept;
  g(known);
#pragma scop
  for (int i = 0; i < 100; i++) {
    dead[i] = i;
    known[i] = dead[i];
    used[i] = known[i];
    a[i] = used[i];
    x += a[i];
    kept += x;
  }
#pragma endscop
  return used[3];
}
// CHECK: liveOut: [{{ *}}known, used, a, kept]

double again(int n, double *a, double *b, double *c) {
  double x = 0;
  for (int k = 0; k < n; k++) {
    double fresh = 1;
#pragma scop
    for (int i = 0; i < n; i++) {
      x = x * 0.5 + fresh;
      fresh = a[i] + b[i];
      c[i] = x;
      b[i] = 0;
    }
#pragma endscop
    g(a);
  }
  return 0;
}
// CHECK: liveOut: [x, a, b, c]
// ONLY: liveOut: [b]
// LOCAL: liveOut: [x, b]
