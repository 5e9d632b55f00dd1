// `do ... while (0)` is no loop, whatever macro it comes from.
// RUN: %stevedore --print=scop --profitable=off %s -- 2>/dev/null | FileCheck %s
// RUN: %stevedore --statistics %s -- | FileCheck --check-prefix=COUNTED %s
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>&1 | FileCheck --check-prefix=LEFT %s
#define PUT(a, i, v) do { (a)[i] = (v); } while (0)
#define BOUNDED(i, n) do { if (i >= n) break; n--; } while (0)

// COUNTED: once.c {{ *}}2 {{.*}} 5 {{ *}}4 {{ *}}2 {{ *}}2{{$}}
// COUNTED-NOT: do-loop

// CHECK-LABEL: # f, line
// CHECK: S0[i] -> a[i]
// CHECK: S1[i, j] -> a[j]
void f(int n, float *a) {
  for (int i = 0; i < n; i++)
    PUT(a, i, 2 * a[i]);
  do {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        a[j] += 1;
  } while (0);
}

int next(void);
// LEFT: [[@LINE+4]]:{{.*}} remark: subscript 'next()' depends on the data
// LEFT-NOT: remark
void g(int n, float *a) {
  for (int i = 0; i < n; i++)
    a[next()] = 0;
  BOUNDED(n, n);
  do
    a[0] = 0;
  while (0);
  while (n-- > 0)
    a[n] = 1;
}
