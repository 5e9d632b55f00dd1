// Parameters have the order of the function, whichever a statement mentions
// first; then come others.
// RUN: %stevedore --print=scop --profitable=off %s -- 2>/dev/null | FileCheck %s

double a[100][100];

// CHECK-LABEL: # function_order,
// CHECK: domain: "[n, m, low] -> { S0[i, j] : {{.*}}
// CHECK: mustWrites: "[n, m, low] ->
void function_order(int n, int m) {
  int low = n / 2;
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = low; j < n; j++)
      a[j][i] = i;
#pragma endscop
}
