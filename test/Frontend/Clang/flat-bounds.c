// A product of parameters that bounds a loop is one parameter.
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>/dev/null | FileCheck %s
// RUN: %stevedore --profitable=off %s -o %t.c -- && FileCheck --check-prefix=TEXT --input-file=%t.c %s
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>&1 | FileCheck --check-prefix=LEFT %s

// CHECK-LABEL: # rectify, line
// CHECK: domain: {{.*}}S0[i] : 0 <= i < long_long_n_m }
// TEXT: long_long_n_m = (long long)n * m;
void rectify(int n, int m, float *a) {
  for (int i = 0; i < n * m; i++)
    a[i] = a[i] < 0 ? 0 : a[i];
}

// It is computed also where the program does not reach the loop: in a type that
// holds it, or what the program would have.
// TEXT: = ((long long)n + 1) * m;
// TEXT: = (long long)((int)((long long)n * m)) * k;
void in_parts(int n, int m, int k, float *a, float *b) {
  if (n < 9)
    for (int i = 0; i < (n + 1) * m; i++)
      a[i] = 1;
  if (n < 9 && m < 9)
    for (int i = 0; i < n * m * k; i++)
      b[i] = 1;
}

// Of unsigned numbers what the program computes, with what is lost.
// CHECK-LABEL: # unsigned_ones, line
// CHECK: S0[i] : {{.*}}0 <= i < n_m }
// TEXT: n_m = n * m
void unsigned_ones(unsigned n, unsigned m, float *a) {
  for (unsigned i = 0; i < n * m; i++)
    a[i] = 1;
}

// LEFT: [[@LINE+3]]:{{.*}} remark: loop bound 'n * m' uses 'n'
void changed(int n, int m, float *a) {
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < n * m; i++)
      a[i] = 1;
    n = n / 2;
  }
}
