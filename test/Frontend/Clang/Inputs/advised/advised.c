/* Regions that are refused, each in a function that is called like the reason,
   and the same with FOLLOWED as the advice says, which are taken. */
#include <string.h>

double unknown(double);
__attribute__((pure)) double looks(int);
__attribute__((const)) double known(double);
__attribute__((pure)) double sum_of(const double *);

void while_loop(int n, double a[n], const int *b) {
#pragma scop
#ifndef FOLLOWED
  int k = b[b[0]];
  while (k < n) {
    a[k] = 1;
    k++;
  }
#else
  for (int k = 0; k < n; k++)
    a[k] = 1;
#endif
#pragma endscop
}

void row_bounds(int n, double a[8][10]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    double *row = a[i];
#ifndef FOLLOWED
    for (int j = 0; j < 20; j++)
      row[j] = 1;
#else
    for (int j = 0; j < 10; j++)
      row[j] = 1;
#endif
  }
#pragma endscop
}

void do_loop(int n, double *restrict a) {
#pragma scop
#ifndef FOLLOWED
  do {
    a[0] += 1;
  } while (a[0] < n);
#else
  for (int i = 0; i < n; i++)
    a[0] += 1;
#endif
#pragma endscop
}

void goto_(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
    if (i == 3)
      goto next;
    a[i] = 1;
  next:;
#else
    if (i != 3)
      a[i] = 1;
#endif
  }
#pragma endscop
}

void label(int n, double *a) {
#ifdef FOLLOWED
again:;
#endif
#pragma scop
#ifndef FOLLOWED
again:
#endif
  for (int i = 0; i < n; i++)
    a[i] = a[i] + i;
#pragma endscop
  if (a[0] < 1)
    goto again;
}

void break_(int n, int m, double *a) {
#pragma scop
#ifndef FOLLOWED
  int i;
  for (i = 0; i < n; i++) {
    a[i] = 1;
    if (i == m)
      break;
  }
#else
  for (int i = 0; i < n && i <= m; i++)
    a[i] = 1;
#endif
#pragma endscop
}

void continue_(int n, double *a) {
#pragma scop
  int i = 0;
  while (i < n) {
#ifndef FOLLOWED
    if (i == 7)
      continue;
    a[i] = 1;
#else
    if (i != 7) {
      a[i] = 1;
    }
#endif
    i++;
  }
#pragma endscop
}

int return_(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#ifndef FOLLOWED
  return n;
#endif
#pragma endscop
  return n;
}

void switch_(int n, double a[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
    switch (i) {
    case 0 ... 3:
      for (int k = 0; k < n; k++)
        a[k] = 1;
    }
#else
    if (i <= 3)
      for (int k = 0; k < n; k++)
        a[k] = 1;
#endif
  }
#pragma endscop
}

void floating_point_pragma(int n, double *restrict a, const double *restrict b) {
#ifdef FOLLOWED
#pragma STDC FP_CONTRACT OFF
#endif
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
#pragma STDC FP_CONTRACT OFF
#endif
    a[i] = a[i] * b[i] + 1;
  }
#pragma endscop
}

void line_number(int n, double *a) {
#ifdef FOLLOWED
  const int line = __LINE__;
#else
#define line __LINE__
#endif
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = line;
#pragma endscop
}

void inline_asm(int n, double *a) {
#ifdef FOLLOWED
  __asm__("nop");
#endif
#pragma scop
#ifndef FOLLOWED
  __asm__("nop");
#endif
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}

void open_mp(int n, double *restrict a) {
#pragma scop
#ifndef FOLLOWED
#pragma omp target
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}

void statement_expression(int n, double *restrict a, const double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = ({
      double x = b[i];
      x *= 2;
      x;
    });
#else
    a[i] = b[i] > 0 ? b[i] * b[i] : 0;
#endif
#pragma endscop
}

int statement_expression_value(int n, int *a) {
  return ({
    int s = 0;
#pragma scop
    for (int i = 0; i < n; i++)
      s += a[i];
#ifndef FOLLOWED
    s;
#pragma endscop
#else
#pragma endscop
    s;
#endif
  });
}

typedef float v4 __attribute__((vector_size(16)));
void unsupported_expression(int n, v4 *a, float (*b)[4]) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = __builtin_shufflevector(a[i], a[i], 3, 2, 1, 0);
#else
    b[i][0] = b[i][3] + b[i][2];
#endif
#pragma endscop
}

void directive(int n, double *a) {
#ifdef FOLLOWED
#define ONE 1
#endif
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
#define ONE 1
#endif
    a[i] = ONE;
  }
#pragma endscop
}

void condition(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#ifndef OTHER
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#ifndef FOLLOWED
#pragma endscop
#endif
#endif
#ifdef FOLLOWED
#pragma endscop
#endif
}

void loop_form(int n, double *a) {
#pragma scop
#ifndef FOLLOWED
  for (int i = 0; i < n;)
    a[i] = 1;
#else
  for (int i = 0; i < n; i += 2)
    a[i] = 1;
#endif
#pragma endscop
}

void float_iterator(int n, double *restrict a) {
#pragma scop
#ifndef FOLLOWED
  for (double x = 0; x < n; x++)
    a[0] += x;
#else
  for (int i = 0; i < n; i++)
    a[0] += (double)i;
#endif
#pragma endscop
}

void iterator_written(int n, double *a) {
#pragma scop
#ifndef FOLLOWED
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    i += 2;
  }
#else
  for (int i = 0; i < n; i += 3)
    a[i] = 1;
#endif
#pragma endscop
}

void iterator_outside(int n, int i, int k, double *a) {
#pragma scop
#ifndef FOLLOWED
  a[1] = i;
  for (i = 0; i < n; i++)
    a[i] = a[i] + i;
  a[0] = i;
#else
  a[1] = k;
  for (int i = 0; i < n; i++)
    a[i] = a[i] + i;
  a[0] = k;
#endif
#pragma endscop
}

enum { stride = 4 };
void loop_step(int n, int *s, double *a) {
#pragma scop
#ifndef FOLLOWED
  for (int i = 0; i < n; i += s[0] + s[1])
    a[i] = 0;
#else
  for (int i = 0; i < n; i += stride)
    a[i] = 0;
#endif
#pragma endscop
}

void endless_loop(int n, double *a) {
#pragma scop
#ifndef FOLLOWED
  for (int i = 0; i >= 0; i++)
    a[i] = 1;
#else
  for (int i = 0; i < n; i++)
    a[i] = 1;
#endif
#pragma endscop
}

void not_affine(int n, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i * i] = 1;
#else
    a[3 * i + 2 * n] = 1;
#endif
#pragma endscop
}

void data_dependent(int n, const int *p, int m, double *restrict a) {
#pragma scop
#ifndef FOLLOWED
  for (int j = 0; j < p[p[0]]; j++)
    a[j] = 1;
#else
  for (int j = 0; j < m; j++)
    a[j] = p[j] > 0 ? 1 : 0;
#endif
#pragma endscop
}

void floating_bound(double x, double *a) {
#ifdef FOLLOWED
  int n = (int)x;
#endif
#pragma scop
#ifndef FOLLOWED
  for (int i = 0; i < x; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    a[i] = 1;
#pragma endscop
}

int iterator_observed(int n, double *a) {
  int i, end;
#pragma scop
#ifndef FOLLOWED
  end = n - 1;
  for (i = 0; i < end; i++)
    a[i] = 1;
#else
  for (i = 0; i < n - 1; i++)
    a[i] = 1;
  end = n - 1;
#endif
#pragma endscop
  return i + end;
}

void modified_parameter(int n, const int *restrict b, double *restrict a) {
  int m = 0;
#pragma scop
#ifndef FOLLOWED
  m = b[b[0]];
  for (int i = 0; i < m; i++)
    a[i] = 1;
#else
  m = n + 2;
  for (int i = 0; i < m; i++)
    a[i] = 1;
#endif
#pragma endscop
}

void carried_value(int n, double *restrict a, double (*restrict b)[50]) {
#pragma scop
#ifndef FOLLOWED
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[k++] = 1;
#else
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      b[i][j] = 1;
#endif
#pragma endscop
}

int divisor_of_all;
void division_by_parameter(int n, double *a) {
#ifdef FOLLOWED
  int q = n / divisor_of_all;
#endif
#pragma scop
#ifndef FOLLOWED
  for (int i = 0; i < n / divisor_of_all; i++)
    a[i] = 1;
#else
  for (int i = 0; i < q; i++)
    a[i / 3] = 1;
#endif
#pragma endscop
}

void unsigned_wrap(unsigned n, int m, double *a) {
#pragma scop
#ifndef FOLLOWED
  for (unsigned i = 0; i < n; i++)
    a[i - 1] = 1;
#else
  for (int i = 0; i < m; i++)
    a[i - 1] = 1;
#endif
#pragma endscop
}

void delinearization(int n, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    for (int j = 0; j <= n; j++)
#else
    for (int j = 0; j < n; j++)
#endif
      a[i * n + j] = 1;
#pragma endscop
}

void parameter_may_change(int *a) {
#ifdef FOLLOWED
  const int n = a[0];
#endif
#pragma scop
#ifndef FOLLOWED
  for (int i = 1; i < a[0]; i++)
#else
  for (int i = 1; i < n; i++)
#endif
    a[i] = 1;
#pragma endscop
}

struct size {
  int n;
};
void may_not_exist(int n, int m, const struct size *p, const struct size *q,
                   double *a) {
#ifdef FOLLOWED
  const int size = p->n;
#else
#define size p->n
#endif
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < size; j++)
      a[j] += i;
  for (int i = 0; i < m; i++)
    for (int k = 0; k < q->n; k++)
      for (int j = 0; j < size; j++)
        a[j] += k;
#pragma endscop
}

void volatile_(int n, volatile double *a, double *b) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = 1;
#else
    b[i] = 1;
#endif
#pragma endscop
}

void atomic(int n, _Atomic(int) *a, int *b) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = 1;
#else
    b[i] = 1;
#endif
#pragma endscop
}

void address_taken(int n, double *a, double **p, double *b) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    p[i] = &a[i];
#else
    b[i] = a[i];
#endif
#pragma endscop
}

void pointer_arithmetic(int n, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    *(double *)((char *)a + 8 * i) = 1;
#else
    a[i] = 1;
#endif
#pragma endscop
}

void pointer_modified(int n, double *p, double *b, double u[2][100]) {
#pragma scop
  for (int i = 1; i < n; i++) {
#ifndef FOLLOWED
    *p++ = 1;
    if (u[0][i] > 3)
      p = b;
#else
    u[i % 2][i] = u[(i + 1) % 2][i - 1];
#endif
  }
#pragma endscop
}

void pointer_declared(int n, double (*A)[100], int *at) {
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
    double *row = at[i] > 0 ? A[i] : A[0];
    row[0] = 1;
#else
    A[i][0] = 1;
#endif
  }
#pragma endscop
}

void pointer_to_pointer(int n, double **A, double (*B)[20]) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    A[i][0] = 1;
#else
    B[i][0] = 1;
#endif
#pragma endscop
}

struct pair {
  double x, y;
};
void two_shapes(int n, struct pair *p) {
#pragma scop
  for (int i = 0; i < n; i++) {
    p[i].x = 1;
#ifndef FOLLOWED
    p->y = 2;
#else
    p[0].y = 2;
#endif
  }
#pragma endscop
}

#ifndef FOLLOWED
struct {
  double x;
} records[100];
#else
struct record {
  double x;
} records[100];
#endif
void unnamed_type(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
    records[i].x = 1;
#pragma endscop
}

struct field {
  int x : 3, y;
} bits;
void bit_field(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    bits.x = i;
#else
    bits.y = i;
#endif
#pragma endscop
}

double register_(int n, const double *a) {
#ifndef FOLLOWED
  register
#endif
      double s = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma endscop
  return s;
}

void static_local(int n, double *a) {
#ifdef FOLLOWED
  static double x;
#endif
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
    static double x;
#endif
    a[i] = x++;
  }
#pragma endscop
}

void array_initializer(int n, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
    const double x[2] = {1, 2};
#else
    double x[2];
    x[0] = 1;
#endif
    a[i] = x[0];
  }
#pragma endscop
}

void variable_array(int n, double *restrict a) {
#ifdef FOLLOWED
  double x[n];
#endif
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
    double x[i + 1];
#endif
    x[0] = 1;
    a[i] = x[0];
  }
#pragma endscop
}

double used_outside(int n, const double *a) {
#ifdef FOLLOWED
  double s = 0;
#endif
#pragma scop
#ifndef FOLLOWED
  double s = 0;
#endif
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma endscop
  return s;
}

void chosen_element(int n, int m, const int *restrict p, double *restrict a,
                    double b[restrict 8]) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
#ifndef FOLLOWED
      a[i * m + j] = a[p[i] & 7];
#else
      a[i * m + j] = b[p[i] & 7];
#endif
#pragma endscop
}

void conditional_access(int n, double *restrict a, const double *restrict b,
                        const double c[n + 1]) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = b[i] > 0 ? b[i + 1] : 0;
#else
    a[i] = c[i] > 0 ? c[i + 1] : 0;
#endif
#pragma endscop
}

void call_side_effects(int n, double *restrict a, const double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = unknown(b[i]);
#else
    a[i] = known(b[i]);
#endif
#pragma endscop
}

extern double table[100];
void call_reads_memory(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    table[i] = looks(i);
#else
    table[i] = known(i);
#endif
#pragma endscop
}

void call_pointer(int n, double *restrict a, const double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = sum_of(i ? b : a);
#else
    a[i] = known(b[i]);
#endif
#pragma endscop
}

void given_array(int n, double *restrict a, const double *restrict b,
                 const double c[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = sum_of(b);
#else
    a[i] = sum_of(c);
#endif
#pragma endscop
}

void indirect_call(int n, double *a, double (*g)(double)) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    a[i] = g(i);
#else
    a[i] = known(i);
#endif
#pragma endscop
}

void block_bounds(double A[4][4], double *restrict b) {
#pragma scop
#ifndef FOLLOWED
  memset(&A[1][2], 0, 5 * sizeof(double));
#else
  for (int i = 0; i < 2; i++)
    A[1][2 + i] = 0;
  for (int i = 0; i < 3; i++)
    A[2][i] = 0;
#endif
  for (int i = 0; i < 4; i++)
    b[i] = A[i][i];
#pragma endscop
}

void no_statement(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    ;
#else
    a[i] = 0;
#endif
#pragma endscop
}

void too_complex(int n, double *restrict a) {
#pragma scop
#ifndef FOLLOWED
  for (int i0 = 0; i0 < n; i0++)
    for (int i1 = 0; i1 < n; i1++)
      for (int i2 = 0; i2 < n; i2++)
        for (int i3 = 0; i3 < n; i3++)
          for (int i4 = 0; i4 < n; i4++)
            for (int i5 = 0; i5 < n; i5++)
              for (int i6 = 0; i6 < n; i6++)
                for (int i7 = 0; i7 < n; i7++)
                  for (int i8 = 0; i8 < n; i8++)
                    for (int i9 = 0; i9 < n; i9++)
                      for (int i10 = 0; i10 < n; i10++)
                        for (int i11 = 0; i11 < n; i11++)
                          for (int i12 = 0; i12 < n; i12++)
                            a[i0] += 1;
#else
  for (int i0 = 0; i0 < n; i0++)
    for (int i1 = 0; i1 < n; i1++)
      a[i0] += 1;
#endif
#pragma endscop
}

#ifndef FOLLOWED
#define FILL(name, value)                                                      \
  void name(int n, double *a) {                                                \
    _Pragma("scop") for (int i = 0; i < n; i++) a[i] = value;                  \
    _Pragma("endscop")                                                         \
  }
FILL(in_macro, 1)
#else
void in_macro(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
#endif
