// What is not affine because of a parameter is modelled for numbers that occur:
// those of --assume, those at calls in the file, or 1 and 2; whether a pointer
// is null is a parameter. Each is tested before the new loops.
// REQUIRES: stevedore
// RUN: %stevedore --profitable=off %s -o %t.c -- -std=c99
// RUN: FileCheck %s < %t.c
// RUN: %stevedore --profitable=off --functions=scaled \
// RUN:     --assume='scale = 4 or scale = 5' %s -o %t.c -- -std=c99
// RUN: FileCheck --check-prefix=ASSUMED %s < %t.c
// RUN: %stevedore --profitable=off --functions=scaled --print=scop %s -- -std=c99 \
// RUN:     | FileCheck --check-prefix=MODEL %s

void strided(int n, int m, int w, int stride, const float *bias,
             const float *restrict in, float *restrict out) {
  for (int y = 0; y < n; y++)
    for (int x = 0; x < m; x++)
      out[y * m + x] =
          in[(y * stride + 1) * w + x * stride] + (bias ? bias[y] : 0);
}
// CHECK-LABEL: void strided(
// CHECK: has_bias = bias != 0
// CHECK: bias_lo = (const char *)&bias[0]
// CHECK: stride) == 1
// CHECK: stride) == 2
// CHECK: if (!done)

static void called(int n, int step, float *restrict a) {
  for (int i = 0; i < n; i += step)
    a[i] = 2 * a[i];
}
void caller(int n, float *a) {
  called(n, 3, a);
  called(n, 8, a);
}
// CHECK-LABEL: void called(
// CHECK-NOT: step) == 1
// CHECK: step) == 3
// CHECK: step) == 8
// CHECK-LABEL: void caller(

void scaled(int n, int scale, float *restrict a, const float *restrict b) {
  for (int i = 0; i < n; i++)
    a[i] = b[i / scale];
}
// CHECK-LABEL: void scaled(
// CHECK: scale) == 1
// CHECK: scale) == 2
// ASSUMED: scale) == 4
// ASSUMED: scale) == 5
// MODEL: context: "[{{.*}}] -> {  : scale = 2 }"
// MODEL: context: "[{{.*}}] -> {  : scale = 1 }"
