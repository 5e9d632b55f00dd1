// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s

// Loops that are 'for' loops in other words.
void down(unsigned n, double *restrict a) {
#pragma scop
  for (unsigned i = n; i-- > 0;)
    a[i] = a[i + 1] + i;
#pragma endscop
}
// CHECK-NOT: warning
// CHECK-LABEL: # down
// CHECK: domain: {{.*}}S0[i] : 0 <= i < n
// CHECK: schedule: {{.*}}S0[i] -> [-i]

void first(int n, double *restrict a) {
  int i;
#pragma scop
  i = 1;
  do {
    a[i] = i;
    i += 2;
  } while (i < n);
#pragma endscop
}
// CHECK-LABEL: # first
// CHECK-DAG: S0[i] : (1 + i) mod 2 = 0 and 0 < i < n
// CHECK-DAG: S0[i = 1]

void last(int n, double *restrict a) {
#pragma scop
  int i = n;
  do
    a[i] = i;
  while (i-- > 0);
#pragma endscop
}
// CHECK-LABEL: # last
// CHECK-DAG: S0[i] : 0 <= i <= n
// CHECK-DAG: S0[i = n]

void nested(int n, int m, double *restrict a) {
#pragma scop
  for (int j = 0; j < m; j++) {
    int i = j;
    while (i < n) {
      if (i > m)
        a[i] += i;
      ++i;
    }
    while (i-- != 0)
      a[i] += 1;
  }
#pragma endscop
}
// CHECK-LABEL: # nested
// CHECK-DAG: S0[j, i] : 0 <= j < m and m < i < n
// CHECK-DAG: S1[j, i] : {{.*}}i >= 0

// A constant from before the region.
void constant(int n, double *restrict a) {
  int i = 5;
#pragma scop
  while (i < n) {
    a[i] = i;
    i += 3;
  }
#pragma endscop
}
// CHECK-LABEL: # constant
// CHECK: mustWrites: {{.*}}S0[i] -> a[i]

// What a branch that ends in 'continue' leaves out.
void skips(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int j = 0; j < n; j++) {
    if (j == 3)
      continue;
    for (int i = 0; i < n; i++) {
      if (i < j)
        b[i] += 1;
      else if (i > j) {
        b[i] = 0;
        continue;
      }
      a[i] += 1;
    }
    if (j > 1) {
      if (j > 5)
        continue;
      b[j] = 1;
    }
    a[j] = 2;
  }
#pragma endscop
}
// CHECK-LABEL: # skips
// CHECK-DAG: S3[j] : 4 <= j <= 5 and j < n; S3[j = 2] : n >= 3
// CHECK-DAG: S4[j] : 0 <= j <= 5 and j < n and (j <= 2 or j >= 4)

// Several increments: what is not the iterator's changes after the iteration.
void together(int n, double *restrict a) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++, k += 2) {
    k++;
    if (i > 5)
      continue;
    a[k--] = 1;
  }
#pragma endscop
}
// CHECK-LABEL: # together
// CHECK: mustWrites: {{.*}}S0[i] -> a[1 + 2i]

// Several variables, of which some are tested.
void several(int n, double *restrict a, double *restrict b) {
  int k, l;
#pragma scop
  for (int i = 0, j = n; i < n; i++, j--)
    a[i] = b[j];
  for (k = 1, l = n; l > 0; l--, k += 2)
    b[k] = a[l];
  for (int i = 0, j = n - 1; i < j; i++, j--)
    a[j] = b[i];
#pragma endscop
}
// CHECK-LABEL: # several
// CHECK: domain: {{.*}}S2[i] : i >= 0 and 2i <= -2 + n
// CHECK: reads: {{.*}}S0[i] -> b[n - i] : 0 <= i < n
// CHECK: mustWrites: {{.*}}S1[l] -> b[1 + 2n - 2l] : 0 < l <= n

// A loop that ends by a condition at the beginning of its body.
// CHECK-LABEL: # ended
// CHECK: domain: {{.*}}S0[i] : 0 <= i <= 6 and i < m and i < n
void ended(int n, int m, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i >= m)
      break;
    if (i == 7) {
      break;
    }
    a[i] = 0;
  }
#pragma endscop
}
