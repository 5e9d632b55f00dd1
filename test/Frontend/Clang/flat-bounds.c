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
