// Loops that count from, or move pointers from, what statements before them set
// are in one region with these; so are loops with plain statements between them.
// RUN: %stevedore --profitable=off %s -o %t.c -Rpass=stevedore -- -Wall 2>&1 | FileCheck %s

// CHECK: :[[@LINE+3]]:3: remark: 2 loops in tiles of triangle_T1 x triangle_T2, which load a and b and store c
void triangle(const double *restrict a, const double *restrict b,
              double *restrict c, int n) {
  double sum;
  const double *p = a, *q = b + 2;
  for (int i = 0; i < n; i++) {
    sum = 0;
    for (int k = 0; k <= i; k++)
      sum += *p++ * *q--;
    c[i] = sum;
    p = a;
    q = b + 3 + i;
  }
}

// What an assignment steps before it takes the value.
// CHECK: :[[@LINE+3]]:3: remark: 2 loops in tiles of stepped_T1 x stepped_T2, which load a and b and store c
void stepped(const double *restrict a, const double *restrict b,
             double *restrict c, int n) {
  const double *start = a, *p = start;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n - i; k++)
      sum += *p++ * b[k];
    c[i] = sum;
    p = ++start;
  }
}

// A pointer that is changed through its address, with other qualifiers.
// CHECK: :[[@LINE+3]]:3: remark: 1 loop in tiles of pairs_T1, which load a and store c
#define NEXT(p) (((*(p)) += 2) - 2)
void pairs(const short *restrict a, int *restrict c, int n) {
  const short *p = a;
  while (n > 0) {
    int both;
    both = *NEXT((short **)&p) * 2;
    *c++ = both;
    n--;
  }
}

// Nothing is changed first where a condition decides about it.
// CHECK-NOT: remark: {{.*}}tiles of chosen_T1
void chosen(const double *restrict a, double *restrict c, const int *which, int n) {
  int j = 0, k = 0;
  for (int i = 0; i < n; i++) {
    k = which[i] ? (j += 3) : 5;
    c[k] = a[i];
  }
}
