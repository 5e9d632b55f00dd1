// Where nothing calls a function any more, compilers do not say that it is
// unused.
// RUN: %stevedore --tile=16,16 %s -o %t.c -- && FileCheck --input-file=%t.c %s
static double get(const double *a, int i) { return a[i]; }
double x[1000], y[1000];
// CHECK-LABEL: {{^}}void f(
// CHECK-NOT: get(
// CHECK: (void)get;
void f(void) {
#pragma scop
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 1000; j++)
      x[i] += get(y, j) * get(y, i);
#pragma endscop
}
