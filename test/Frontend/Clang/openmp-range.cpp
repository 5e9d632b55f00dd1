// Loops under a directive stay as they are: one over a range has no model.
//
// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: cmp %s %t.cpp
void f(int n, double (&v)[8][16], double *s) {
#pragma scop
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    // CHECK: :[[@LINE+1]]:5: warning: range-based 'for' loop in a region
    for (double &x : v[i])
      x = x + s[i];
#pragma endscop
}
