// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// Variables declared in loops are expanded by the loops around them; integers
// with affine values need no memory at all.

double f(int n, double *restrict a, const double *restrict b) {
  double total = 0;
#pragma scop
  for (int i = 1; i < n - 1; i++) {
    double s = b[i];
    const int left = i - 1;
    for (int j = 0; j < 3; j++) {
      int at = left + j;
      double t;
      t = b[at] * at;
      s += t;
    }
    a[i] = s;
    total += s;
  }
#pragma endscop
  return total;
}
// CHECK: reads:
// CHECK-DAG: S0[i] -> b[i]
// CHECK-DAG: S1[i, j] -> b[-1 + i + j]
// CHECK-DAG: S2[i, j] -> t[i, j]
// CHECK-DAG: S3[i] -> s[i]
// CHECK-DAG: S4[i] -> total[]
// CHECK: mustWrites:
// CHECK-DAG: S0[i] -> s[i]
// CHECK-DAG: S1[i, j] -> t[i, j]
// CHECK-DAG: S2[i, j] -> s[i]
// CHECK: liveOut: [{{.*}}a, total{{.*}}]
