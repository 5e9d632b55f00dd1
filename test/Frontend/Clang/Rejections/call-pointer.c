// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

__attribute__((pure)) double g(const double *);
static double alone(const double *x) { return x[0] + *x; }
static int address(const double *x) { return (int)((unsigned long)x & 63); }
static double endless(const double *x) {
  for (;;)
    if (x[0] > 0)
      return 1;
}
struct list {
  double *values;
};
static double behind(const struct list *l) { return l->values[0]; }
const double *same(const double *x) { return x; }

void f(int n, double *restrict a, double b[restrict n], double *restrict c,
       struct list *restrict l, const double **restrict p) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-pointer.c:[[@LINE+2]]:{{[0-9]+}}: warning: call of 'g' with a pointer to data of the region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}pass values instead of pointers
    a[i] = g(i ? b : c);
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-pointer.c:[[@LINE+2]]:{{[0-9]+}}: warning: call of 'g' with a pointer into 'c', and it is not known which elements there are{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare the array with its sizes, as in 'double c[n]'
    a[i] = alone(&c[i]) + g(c);
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-pointer.c:[[@LINE+1]]:{{[0-9]+}}: warning: the address of 'b[i]' is taken in the region
    a[i] = address(&b[i]);
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-pointer.c:[[@LINE+1]]:{{[0-9]+}}: warning: call of 'endless', which may have side effects
    a[i] = endless(&b[i]);
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-pointer.c:[[@LINE+1]]:{{[0-9]+}}: warning: 'l' is reached through a pointer that is read from memory
    a[i] = behind(&l[i]);
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-pointer.c:[[@LINE+1]]:{{[0-9]+}}: warning: the address of 'b[i]' is taken in the region
    p[i] = same(&b[i]);
#pragma endscop
}
