// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// What Rejections/continue.c is advised to be.
void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  int i = 0;
  while (i < n) {
    a[i] = 1;
    if (i != 7)
      b[i] = 1;
    i++;
  }
#pragma endscop
}
// CHECK-NOT: warning
// CHECK: domain: {{.*}}S0[i] : 0 <= i < n

int g(int n, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i == 7)
      continue;
    a[i] = 1;
  }
#pragma endscop
  return n;
}
// CHECK-NOT: warning
// CHECK: mustWrites: {{.*}}S0[i] -> a[i]
