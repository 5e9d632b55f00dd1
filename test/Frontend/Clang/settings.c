// Loops that count from, or move pointers from, what statements before them set
// are in one region with these; so are loops with plain statements between them.
// RUN: %stevedore --profitable=off %s -o %t.c -Rpass=stevedore -- -Wall 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=ENDS --input-file=%t.c %s

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

// A condition on two variables that each iteration steps, the loop behind it,
// which starts where that has ended, and pointers that lose a qualifier.
// CHECK: :[[@LINE+2]]:3: remark: 2 loops in tiles of shares_T1 x shares_T2
void shares(const short *restrict a, int *restrict c, unsigned n) {
  const short *p;
  unsigned few = 1, k;
  p = a;
  while ((few < 5) && (n > 0)) {
    k = few;
    while (k > 0) {
      *c += *(short *)p++;
      k--;
    }
    c++;
    p = a;
    few++;
    n--;
  }
  while (n > 0) {
    k = few;
    while (k > 0) {
      *c += *p++;
      k--;
    }
    c++;
    p = a;
    few++;
    n--;
  }
}

// The end of a pointer that is half a parameter away.
// CHECK: :[[@LINE+3]]:3: remark: 1 loop in tiles of halves_T1
// ENDS: {{^ *}}int *stevedore_end_to = to + ((long long)(n) / 2);
int *halves(const short *restrict a, int *restrict to, unsigned n) {
  unsigned k = n >> 1;
  while (k > 0) {
    *to++ = *a++;
    k--;
  }
  return to;
}

// What the program may not store to is not stored to by way of a cast.
// CHECK-NOT: remark: {{.*}}tiles of stored_T1
void stored(const short *a, int n) {
  const short *p = a;
  for (int i = 0; i < n; i++)
    *(short *)p++ = i;
}

// A step that is taken twice, or under a condition, is none.
// CHECK-NOT: remark: {{.*}}tiles of twice_T1
void twice(const short *restrict a, int *restrict c, int n, int m) {
  for (int i = 0; i < n && m > 0; i++) {
    c[i] = a[i];
    m--;
    if (a[i])
      m--;
  }
}
