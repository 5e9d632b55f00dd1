// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// A variable declared ahead of the loops is a variable of each iteration when
// no iteration needs what another one left in it, and one for each group of
// statements that exchange values.
void groups(int n, int m, double A[n][m], double x[n]) {
  double s;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s = A[i][j];
      for (int k = 0; k < j; k++)
        s += A[i][k];
      A[i][j] = s;
    }
  for (int i = 0; i < n; i++) {
    s = x[i];
    x[i] = s * s;
  }
#pragma endscop
}
// CHECK-LABEL: # groups
// CHECK: mustWrites:
// CHECK-DAG: S0[i, j] -> s[i, j]
// CHECK-DAG: S1[i, j, k] -> s[i, j]
// CHECK-DAG: S3[i] -> s_2[i]
// CHECK: schedule:

// A value that an iteration leaves to the next, one from before the region, and
// one that is looked at afterwards.
double carried(int n, double x[n], double y[n]) {
  double left = 0, before = 1, after = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0)
      left = x[i];
    x[i] = left;
    y[i] = before;
    before = x[i];
    after = y[i];
  }
#pragma endscop
  return after;
}
// CHECK-LABEL: # carried
// CHECK: mustWrites:
// CHECK-DAG: -> left[]
// CHECK-DAG: -> before[]
// CHECK-DAG: -> after[]
// CHECK: schedule:

// Somebody else may know the variable's address.
void shown(int n, double x[n], void use(double *)) {
  double s;
#pragma scop
  for (int i = 0; i < n; i++) {
    s = x[i];
    x[i] = s * s;
  }
#pragma endscop
  use(&s);
}
// CHECK-LABEL: # shown
// CHECK: mustWrites:
// CHECK-SAME: -> s[]
// CHECK: schedule:
