// What is not affine because of a parameter is modelled as rows whose elements
// lie a stride apart, or else for numbers that occur: those of --assume, those at
// calls in the file, or 1 and 2; whether a pointer is null is a parameter. Each
// is tested before the new loops.
// REQUIRES: stevedore
// RUN: %stevedore --profitable=off %s -o %t.c -- -std=c99
// RUN: FileCheck %s < %t.c
// RUN: %stevedore --profitable=off --functions=scaled \
// RUN:     --assume='scale = 4 or scale = 5' %s -o %t.c -- -std=c99
// RUN: FileCheck --check-prefix=ASSUMED %s < %t.c
// RUN: %stevedore --profitable=off --functions=scaled --print=scop %s -- -std=c99 \
// RUN:     | FileCheck --check-prefix=MODEL %s
// RUN: %stevedore --functions=called -Rpass-missed=stevedore %s -o %t.c -- -std=c99 2>&1 \
// RUN:     | FileCheck --check-prefix=ONCE %s
// RUN: %stevedore --statistics --functions=dilated %s -- -std=c99 -DDILATED \
// RUN:     | FileCheck --check-prefix=DILATED %s

void strided(int n, int m, int w, int stride, const float *bias,
             const float *restrict in, float *restrict out) {
  for (int y = 0; y < n; y++)
    for (int x = 0; x < m; x++)
      out[y * m + x] =
          in[(y * stride + 1) * w + x * stride] + (bias ? bias[y] : 0);
}
// CHECK-LABEL: void strided(
// CHECK: has_bias = bias != 0
// CHECK: !((long long)(stride) <= 0 &&
// CHECK: STEVEDORE_GET(&in_local[{{.*}}, &in[
// CHECK-NEXT: (stride) + ((long long)x) * (stride)
// CHECK: if ({{.*}}has_bias == 1) {
// CHECK-NOT: stride) ==
// CHECK: if (!done)

// A step behind a cast, as one without.
void widened(int n, long step, float *a) {
  for (int i = 0; i < n; i += (int)step)
    a[i] = 2 * a[i];
}
// CHECK-LABEL: void widened(
// CHECK: step) == 1
// CHECK: step) == 2

static void called(int n, int step, float *restrict a) {
  for (int i = 0; i < n; i += step)
    a[i] = 2 * a[i];
}
void caller(int n, float *a) {
  called(n, 3, a);
  called(n, 8, a);
}
// ONCE: remark: region is left alone: not profitable
// ONCE-NOT: remark
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

// Four numbers at once, of variables that have no values between iterations,
// which leave 'at' its own.
#ifdef DILATED
void dilated(int n, int m, int k, int step, int stride_y, int stride_x,
             int dilation_y, int dilation_x, int h, int w,
             const float *restrict in, const float *restrict taps,
             const float *restrict bias, float *restrict out) {
  int c, at, row, col;
  float sum;
  for (c = 0, at = 0; c < k; c++, at += step)
    for (int y = 0; y < n; y++)
      for (int x = 0; x < m; x++) {
        sum = bias[at];
        for (int i = 0; i < 3; i++)
          for (int j = 0; j < 3; j++) {
            row = stride_y * y + i * dilation_y - 1;
            col = stride_x * x + j * dilation_x - 1;
            if (row >= 0 && col >= 0 && row < h && col < w)
              sum += in[row * w + col] * taps[i * 3 + j];
          }
        out[(c * n + y) * m + x] = sum;
      }
}
#endif
// DILATED: total {{.*}} 5 {{ *}}5 {{ *}}5 {{ *}}5{{$}}
