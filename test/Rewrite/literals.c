// Literals are written as the user wrote them, whatever their suffix, macro or
// prefix: the values are the same, and compilers take them.
// RUN: %stevedore %s -o %t.c --profitable=off -- -std=c23 -Wno-multichar 2>&1 | count 0
// RUN: FileCheck %s < %t.c
// RUN: %clang -std=c23 -w %s -o %t.1 && %clang -std=c23 -w %t.c -o %t.2
// RUN: %t.1 > %t.1.txt && %t.2 > %t.2.txt && cmp %t.1.txt %t.2.txt
#include <complex.h>
#include <stdio.h>

#define F16(x) x##f16
#define LONG(x) x##L
#define TOGETHER(a, b) a##b
#define HALF .5

// CHECK-LABEL: {{^}}void imaginary(
// CHECK: {{^ +}}/* compute */
// CHECK: {{^ +[a-z]+_local.*}}(__extension__ 1.0iF){{.*}} + 2.0i + 1i + 3.0if + 0x1.8p3fi + 1e-3i + 3ui
void imaginary(int n, double _Complex *restrict a,
               const double _Complex *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i] += b[j] * I + 2.0i + 1i + 3.0if + 0x1.8p3fi + 1e-3i + 3ui;
#pragma endscop
}

// CHECK-LABEL: {{^}}void real(
// CHECK: {{^ +}}/* compute */
// CHECK: {{^ +[a-z]+_local.*}}0x1.8p-3L + 1'000.5L + 1.25L + 1.5e3L + .5
// CHECK: {{^ +[a-z]+_local.*}}1.0f16 + 0.5f16
void real(int n, long double *restrict a, _Float16 *restrict h,
          const float *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i] += b[j] + 0x1.8p-3L + 1'000.5L + LONG(1.25) + TOGETHER(1., 5e3L) +
              HALF;
      h[i] += b[j] * (1.0f16 + F16(0.5));
    }
#pragma endscop
}

// CHECK-LABEL: {{^}}void whole(
// CHECK: {{^ +}}/* compute */
// CHECK: {{^ +[a-z]+_local.*}}'a' + L'b' + u8'c' + u'd' + U'e' + '\xff' + '\'' + 'ab' + '\0' + '"' + L'\x1234' + '\n' + '\101'
// CHECK: {{^ +[a-z]+_local.*}}18446744073709551615ULL + {{.*}}4294967296
// CHECK: {{^ +[a-z]+_local.*}}3uwb + 4uwb
void whole(int n, int *restrict k, unsigned long long *restrict u,
           unsigned _BitInt(40) *restrict w, const int *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      k[i] += b[j] * ('a' + L'b' + u8'c' + u'd' + U'e' + '\xff' + '\'' + 'ab' +
                      '\0' + '"' + L'\x1234' + '\n' + '\101');
      u[i] += b[j] * (18446744073709551615ull + 0xffffffffffffffffu +
                      0x7fffffff + 0x80000000 + 1ll + 4294967296 + 0b101 +
                      1'000'000 + 010);
      w[i] += b[j] * (3uwb + 4uwb);
    }
#pragma endscop
}

int main(void) {
  enum { N = 5 };
  double _Complex a[N] = {1}, b[N] = {1, 2 * I, 3, 4, 5};
  long double l[N] = {0};
  _Float16 h[N] = {0};
  float f[N] = {1, 2, 3};
  int k[N] = {0}, o[N] = {1, 2, 3};
  unsigned long long u[N] = {0};
  unsigned _BitInt(40) w[N] = {0};
  imaginary(N, a, b);
  real(N, l, h, f);
  whole(N, k, u, w, o);
  for (int i = 0; i < N; i++)
    printf("%a %a %La %a %d %llu %llu\n", creal(a[i]), cimag(a[i]), l[i],
           (double)h[i], k[i], u[i], (unsigned long long)w[i]);
  return 0;
}
