// RUN: %stevedore --print=scop %s 2>&1 | FileCheck %s
// RUN: not %stevedore --strict %s -o %t.c -- -DREFUSED 2>&1 \
// RUN:     | FileCheck %s --check-prefix=REFUSED

// Pointers that change places are one array.
#ifndef REFUSED
void two(int n, int steps, double *a, double *b) {
  double *keep;
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = 0;
  for (int t = 1; t <= steps; t++) {
    keep = a;
    a = b;
    b = keep;
  }
  for (int t = 1; t <= steps; t++) {
    for (int i = 1; i < n; i++)
      *(b + i) = a[i - 1];
    keep = b;
    b = a;
    a = keep;
  }
#pragma endscop
}
// CHECK-NOT: warning
// CHECK-LABEL: # two
// CHECK: mustWrites: {{.*}}S0[i] -> a_b[1, i]
// CHECK: liveOut: [a_b]

void rows(int n, int m, int steps, float (*p)[m], float (*q)[m]) {
#pragma scop
  for (int i = 0; i < n; i++)
    p[i][0] = 0;
  for (int t = steps; t > 0; t--) {
    for (int i = 0; i < n; i++)
      for (int j = 1; j < m; j++)
        q[i][j] = p[i][j - 1];
    float(*old)[m] = q;
    q = p;
    p = old;
  }
  for (int i = 0; i < n; i++)
    q[i][0] = 1;
#pragma endscop
}
// CHECK-LABEL: # rows
// CHECK-DAG: S0[i] -> p_q[0, i, 0] : 0 <= i < n
// CHECK-DAG: S2[i] -> p_q[1, i, 0] : steps <= 0 and 0 <= i < n
#else
void kept(int n, int steps, double *a, double *b) {
  double *keep = 0;
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
// REFUSED: error: pointer '{{.}}' is modified in the region
    keep = a;
    a = b;
    b = keep;
  }
#pragma endscop
  keep[0] = 1;
}

void compared(int n, int steps, double *a, double *b) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] + (a < b);
// REFUSED: error: pointer '{{.}}' is modified in the region
    double *keep = a;
    a = b;
    b = keep;
  }
#pragma endscop
}

void stepped(int n, int steps, double *a, double *b) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] + 1;
    double *keep = a;
    a = b;
    b = keep;
    a++;
// REFUSED: error: pointer '{{.}}' is modified in the region
  }
#pragma endscop
}

void other(int n, int steps, double *a, double *b, double *c) {
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] + c[i];
    double *keep = a;
    a = b;
    b = keep;
    double *other = a;
    a = c;
    c = other;
// REFUSED: error: pointer '{{.}}' is modified in the region
  }
#pragma endscop
}

void address(int n, int steps, double *a, double *b) {
  double **pp = &a;
#pragma scop
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] + **pp;
    double *keep = a;
    a = b;
    b = keep;
// REFUSED: error: pointer '{{.}}' is modified in the region
  }
#pragma endscop
}

int count(int n, int m, double *a, double *b) {
#pragma scop
  for (int t = 0; t < n; t++)
    for (int i = 0; i < m; i++) {
      b[0] += a[0];
// REFUSED: error: pointer '{{.}}' is modified in the region
      double *keep = a;
      a = b;
      b = keep;
    }
#pragma endscop
  return a == b;
}
#endif
