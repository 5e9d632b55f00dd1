// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s
// RUN: %stevedore --print=allocation --allocation=basis --modulo=pow2 %s 2>&1 | FileCheck --check-prefix=POW2 %s
// RUN: %stevedore %s -o %t.c && FileCheck --check-prefix=TEXT %s < %t.c

// What functions read through pointers: the row that a pointer is into, all of
// the array where it is to its first element, the element alone where the
// function looks at no other. Local memory has rows as the array has them.

struct pair {
  double a, b;
};
static double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *x++;
  return s;
}
static double both(const struct pair *p) { return p->a + (*p).b + p[0].a; }
static double beside(const struct pair *p) { return p->a + p[1].a; }
static double next(const struct pair *p) {
  for (; p->a < 0; ++p)
    ;
  return p[1].a;
}
static double trace(double (*t)[8]) { return sum(&t[0][0], 8) + t[1][1]; }
__attribute__((pure)) double declared(const double *);

void f(int n, int m, double a[restrict n][m], struct pair p[restrict n],
       double t[restrict 8][8], double w[restrict m], double y[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = sum(a[i], m) + sum(&a[i][2], m - 2) + both(&p[i]) + trace(t) +
           trace(&t[i & 3]) + sum(t[2], 8) + declared(w + i % m);
#pragma endscop
}
// CHECK: reads: {{.*}}S0[i] -> a[i, o1] : 0 <= i < n and 0 <= o1 < m; S0[i] -> p[i] : 0 <= i < n; S0[i] -> w[o0] : 0 <= i < n and 0 <= o0 < m; S0[i] -> t[o0, o1] : 0 <= i < n and 0 <= o0 <= 7 and 0 <= o1 <= 7 }
// POW2: mapping: { a[i, j] -> [i, j] }
// POW2-NEXT: moduli: [pow2(max(1, min(n, T1))), max(1, m)]
// POW2: array w
// POW2-NEXT: mapping: { w[i] -> [i] }
// POW2-NEXT: moduli: [max(1, m)]
// TEXT: = sum(((double *)(&a_local[(i - iT) * a_n1 + (long)0])), m) + sum(&a_local[(i - iT) * a_n1 + (long)2], m - 2) + both(&p_local[i
// TEXT: trace(((double (*)[8])(&t_local[(long)0 * 8 + (long)0])))
// TEXT: declared(((double *)(&w_local[0])) + (int)i % m)

void g(int n, struct pair p[restrict n], double y[restrict n]) {
#pragma scop
  for (int i = 1; i < n; i++)
    y[i] = beside(&p[i - 1]);
#pragma endscop
}
// CHECK: reads: {{.*}}S0[i] -> p[o0] : 0 < i < n and -1 + i <= o0 <= i }

// The body of a function that has no loop stands in place of its call; where it
// does not, any element may be read.
void h(int n, struct pair p[restrict n], double y[restrict n]) {
#pragma scop
  for (int i = 1; i < n; i++)
    y[i] = next(&p[i - 1]);
#pragma endscop
}
// CHECK: reads: {{.*}}S0[i] -> p[o0] : 0 < i < n and 0 <= o0 < n }

// A member that is an array of numbers, of one record of several: the record is
// in local memory.
struct code {
  int v[4], k;
};
__attribute__((pure)) int weighed(const int *v);
void members(int n, int out[restrict n], const struct code *restrict codes) {
#pragma scop
  for (int c = 0; c < n; c++)
    out[c] = weighed(codes[c].v) + weighed(codes[c].v + 1) + codes[c].k;
#pragma endscop
}
// CHECK: reads: {{.*}}S0[c] -> codes[c] : 0 <= c < n }
// TEXT: = weighed(((const int *)(&codes_local[c - cT].v[0]))) + weighed(((const int *)(&codes_local[c - cT].v[0])) + 1)
