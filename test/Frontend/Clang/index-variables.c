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

// The value of a variable that is also data stands in its place.
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
// CHECK: reads: "[n] -> { S0[i] -> a[-1 + i] : 0 < i < n }"
// OUT-LABEL: void data(
// OUT: a_local[{{.*}} + (int)((long)i - 1);

// It stays in memory where it may be one of two, or data change it.
void unknown(int n, double a[n]) {
  int k = 0;
#pragma scop
  for (int i = 1; i < n; i++) {
    a[i] = a[k] + k;
    if (a[i] > 2)
      k = i - 1;
  }
#pragma endscop
}
// CHECK-LABEL: # unknown
// CHECK: reads: {{.*}} -> k[]

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
// OUT: (n) <= 256

// What the iteration before left, and what the region was entered with.
void carried(int n, double a[n]) {
  int k = 0;
#pragma scop
  for (int i = 1; i < n; i++) {
    a[k] = 1;
    k = i;
  }
#pragma endscop
}
// CHECK-LABEL: # carried
// CHECK: mustWrites: {{.*}}S0[i] -> a[-1 + i] : 0 < i < n }

// After a loop and a condition: the value of its last iteration, or that from
// before; piece by piece that of the branch that was taken.
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
// CHECK-LABEL: # after
// CHECK: mustWrites: {{.*}}S0[i] -> a[-1 + i] : 0 < i < n; S0[i = 0] -> a[0]

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
// CHECK-LABEL: # branch
// CHECK: mustWrites: {{.*}}S0[i] -> a[1] : 3 <= i < n; S0[i] -> a[0] : 0 <= i <= 2 and i < n

// A value that only one branch gives is known where that branch is taken.
void guarded(int n, int m, double a[n]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    int k;
    if (i > m)
      k = i - m;
    if (i > m + 1)
      a[k] = 1;
  }
#pragma endscop
}
// CHECK-LABEL: # guarded
// CHECK: mustWrites: {{.*}}S0[i] -> a[-m + i]

// Steps, also inside of a subscript and under a condition.
void steps(int n, double *restrict a, double *restrict b) {
  int k = 0, l = n;
#pragma scop
  for (int i = 0; i < n; i++) {
    a[k++] = b[--l];
    if (i >= 5)
      k += 2;
  }
  a[k] = 1;
#pragma endscop
}
// CHECK-LABEL: # steps
// CHECK: reads: {{.*}}S0[i] -> b[-1 + l - i]
// CHECK: mustWrites: {{.*}}S0[i] -> a[i] : 0 <= i <= 5 and i < n; S0[i] -> a[-10 + 3i] : 6 <= i < n

// Steps in several loops, of different lengths, and a value that follows one.
void nested(int n, int m, double *restrict a, double *restrict b) {
  int k = 0, last = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    b[last] = 0;
    for (int j = 0; j < 4; j++)
      a[k++] = 1;
    last = k;
  }
  for (int j = 0; j < m; j++)
    a[k++] = 2;
#pragma endscop
}
// CHECK-LABEL: # nested
// CHECK-DAG: S1[i, j] -> a[4i + j]
// CHECK-DAG: S2[j] -> a[4n + j]
// CHECK-DAG: S0[i] -> b[4i] : 0 <= i < n

// An iterator after its loop, which may not have run.
void iterator(int n, double *restrict a) {
  int i;
#pragma scop
  for (i = 1; i < n; i += 2)
    a[i] = 0;
  a[i] = 1;
#pragma endscop
}
// CHECK-LABEL: # iterator
// CHECK: mustWrites: {{.*}}S1[] -> a[1] : n <= 1

// A step that wraps around is excluded at run time.
void wrapping(int n, double *restrict a) {
  unsigned char k = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    a[k++] = 0;
#pragma endscop
}
// OUT-LABEL: void wrapping(
// OUT: {{if \(.*}}255

// What a variable holds when the region is entered is a parameter.
void entered(int n, int k, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[k++] = 0;
#pragma endscop
}
// CHECK-LABEL: # entered
// CHECK: mustWrites: {{.*}}S0[i] -> a[k + i]

// Nothing has given it a value in the first iteration, where it is not used.
void late(int n, double *restrict a) {
  int k;
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i > 0)
      a[k] = i;
    k = i;
  }
#pragma endscop
}
// CHECK-LABEL: # late
// CHECK: mustWrites: "[n] -> { S0[i] -> a[-1 + i]

// A declaration whose initial value steps another variable.
void initial(int n, double *restrict a, double *restrict b) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    double x = b[k++];
    a[k] = x;
  }
#pragma endscop
}
// CHECK-LABEL: # initial
// CHECK: -> b[i]
// CHECK: -> a[1 + i]

// The order of a step and another use of its variable is not known.
void twice(int n, double *restrict a) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    a[k++] = a[k + 1];
#pragma endscop
}
// REFUSED: index-variables.c:[[@LINE-3]]:{{[0-9]+}}: warning: subscript 'k++' uses 'k', which the region modifies

// A step that is taken under a condition on data.
void filtered(int n, double *restrict a, double *restrict b) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      a[k++] = b[i];
#pragma endscop
}
// REFUSED: index-variables.c:[[@LINE-3]]:{{[0-9]+}}: warning: subscript 'k++' uses 'k', which the region modifies

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
