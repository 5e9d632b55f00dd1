// RUN: %stevedore --print=scop %s 2>/dev/null | FileCheck %s
// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: FileCheck %s --check-prefix=OUT < %t.c

// Variables that hold parts of subscripts, bounds and conditions: their values
// are known where an assignment to them is passed on every way.

// Nothing but subscripts uses them: their assignments need no statements.
void rows(int n, double *restrict a, double *restrict b) {
  int row, column, next;
#pragma scop
  for (int i = 0; i < n; i++) {
    row = i * n;
    for (int j = 0; j < n - 1; j++) {
      column = j;
      next = column + 1;
      a[row + column] = b[row + next];
    }
  }
#pragma endscop
}
// CHECK-LABEL: # rows
// CHECK-NOT: S1
// CHECK: reads: {{.*}}S0[i, j] -> b[i, 1 + j]
// CHECK: mustWrites: {{.*}}S0[i, j] -> a[i, j]

// Bounds and conditions; the latest value counts.
void triangle(int n, double a[n]) {
  int last;
#pragma scop
  for (int i = 0; i < n; i++) {
    last = i + 1;
    for (int j = 0; j < last; j++)
      a[j] += 1;
    last = last - 1;
    if (last > 2)
      a[last] = 0;
  }
#pragma endscop
}
// CHECK-LABEL: # triangle
// CHECK-DAG: S0[i, j] : i < n and 0 <= j <= i
// CHECK-DAG: S1[i] : 3 <= i < n

// A variable that is also data stays in memory; subscripts know its value.
void data(int n, double a[n]) {
  int k;
#pragma scop
  for (int i = 1; i < n; i++) {
    k = i - 1;
    a[i] = a[k] + k;
  }
#pragma endscop
}
// CHECK-LABEL: # data
// CHECK: reads: {{.*}}S1[i] -> {{(a\[-1 \+ i\].*k\[i\]|k\[i\].*a\[-1 \+ i\])}}

// Values that do not fit the variable's type are excluded at run time.
void narrow(int n, double *a) {
  unsigned char k;
#pragma scop
  for (int i = 0; i < n; i++) {
    k = i;
    a[k] = 0;
  }
#pragma endscop
}
// OUT-LABEL: void narrow(
// OUT: n <= 256

// One iteration must not know the value of the one before.
void carried(int n, double a[n]) {
  int k = 0;
#pragma scop
  for (int i = 1; i < n; i++) {
    a[k] = 1;
    k = i;
  }
#pragma endscop
}
// REFUSED: index-variables.c:[[@LINE-5]]:{{[0-9]+}}: warning: subscript 'k' uses 'k', which the region modifies

// Nor does anything after a loop or a condition know what they assigned.
void after(int n, double a[n]) {
  int k;
#pragma scop
  for (int i = 0; i < n; i++) {
    k = 0;
    for (int j = 0; j < i; j++)
      k = j;
    a[k] = 1;
  }
#pragma endscop
}
// REFUSED: index-variables.c:[[@LINE-4]]:{{[0-9]+}}: warning: subscript 'k' uses 'k', which the region modifies

void branch(int n, double a[n]) {
  int k;
#pragma scop
  for (int i = 0; i < n; i++) {
    k = 0;
    if (i > 2)
      k = 1;
    a[k] = 1;
  }
#pragma endscop
}
// REFUSED: index-variables.c:[[@LINE-4]]:{{[0-9]+}}: warning: subscript 'k' uses 'k', which the region modifies

// A declaration in the region, and one of a constant that uses a variable.
void declared(int n, double a[n]) {
  int k;
#pragma scop
  for (int i = 0; i < n; i++) {
    k = 2 * i;
    const int twice = k + 1;
    int at = twice;
    k = 0;
    if (at < n)
      a[at] = a[k] + twice;
  }
#pragma endscop
}
// CHECK-LABEL: # declared
// CHECK: reads: {{.*}}-> a[0]
// CHECK: mustWrites: {{.*}}-> a[1 + 2i]

// An assignment that does something else is a statement.
void counts(int n, double *a) {
  int k;
#pragma scop
  for (int i = 0; i < n; i++) {
    k = i * n;
    a[k] = 0;
    k = i++;
  }
#pragma endscop
}
// REFUSED: index-variables.c:[[@LINE-4]]:{{[0-9]+}}: warning: loop iterator 'i'
// is modified
