// RUN: %stevedore %s -o %t.c 2>&1 | count 0
// RUN: FileCheck %s < %t.c

// A sum as row length is the same in each nest, in whatever order its parameters
// are met.
// CHECK-LABEL: void sameLength
// CHECK: !((long long)(m) <= -31 && (long long)(n) >= 2)
void sameLength(int n, int m, float *restrict a) {
#pragma scop
  for (int i = 1; i < n; i++)
    a[(long)(i + 1) * (n + m + 30) + i] = 2;
  for (int j = 0; j < m; j++)
    a[(long)j * (n + m + 30) + j] = 2;
#pragma endscop
}

// A constant number of rows is a part of the affine sum, and asks for no condition.
// CHECK-LABEL: void constantRow
// CHECK: if (T1 >= 1) {
void constantRow(int n, int m, float *restrict a) {
#pragma scop
  for (int i = 0; i < n + 1; i++)
    a[2L * (n + m + 30) + i] = i;
#pragma endscop
}

// So is one beside a counter that is what is left of a parameter, which the row
// length has, too.
// CHECK-LABEL: void countedDown
// CHECK: !((long long)(n) <= -31 && (long long)(m) >= 1)
// CHECK: STEVEDORE_GET({{.*}}&a[((long)3) * ((n + m + 30)) +
void countedDown(int n, int m, const float *restrict a, float *restrict b) {
#pragma scop
  int i = 0;
  for (int left = m; left > 0; left--) {
    b[i] = a[(long)(i + i) * (n + m + 30) + i] + a[3L * (n + m + 30) + i];
    i++;
  }
#pragma endscop
}
