// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

struct size {
  int n;
};
// Whether p->n may be read depends on q->n, which is not known to exist before.
void f(int n, int m, const struct size *p, const struct size *q, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: may-not-exist.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'p->n' decides about the region and may not exist where that is entered [-Wstevedore]
// CHECK: note: copy 'p->n' into a local variable before the region
    for (int j = 0; j < p->n; j++)
      a[j] += i;
  for (int i = 0; i < m; i++)
    for (int k = 0; k < q->n; k++)
      for (int j = 0; j < p->n; j++)
        a[j] += k;
#pragma endscop
}
