// REQUIRES: stevedore
// What is said of a region on which LLVM IR agrees, wholly or in part.
// RUN: %stevedore --cross-check %s -o %t.c -- -Rpass-analysis=stevedore \
// RUN:     -Rpass-missed=stevedore 2>&1 \
// RUN:     | FileCheck %s --implicit-check-not=disagree

// Nobody calls it.
static void unused(int n, float *a) {
#pragma scop
  // CHECK: agrees.c:[[#@LINE+1]]:3: remark: LLVM IR agrees about 1 of 1 accesses to arrays [-Rpass-analysis=stevedore]
  for (int i = n - 1; i > 0; i -= 2)
    a[2 * i] += 1;
#pragma endscop
}

// Elements of one have members that the other has for elements.
struct point {
  double x, y;
};
void members(int n, struct point *restrict p, double q[restrict][4]) {
#pragma scop
  // CHECK: agrees.c:[[#@LINE+1]]:3: remark: LLVM IR agrees about 4 of 4 accesses to arrays
  for (int i = 0; i < n; i++) {
    p[i].x = q[i][1];
    q[i][3] = p[i].y;
  }
#pragma endscop
}

#define EACH(I, N) for (int I = 0; I < N; I++)
#define ADD(A, B) A[i][j] += B[j][i] + B[i][j]
void macros(int n, double a[n][n], double b[n][n]) {
#pragma scop
  // CHECK: agrees.c:[[#@LINE+1]]:3: remark: LLVM IR agrees about 3 of 3 accesses to arrays
  EACH(i, n)
    EACH(j, n)
      ADD(a, b);
#pragma endscop
}

double sqrt(double);
void outside(int n, double x[n]) {
#pragma scop
  // CHECK: agrees.c:[[#@LINE+2]]:3: remark: not compared with LLVM IR: what is written to 'x' at [[#@LINE+2]]:8: it is in no loop, and Polly's regions are loops [-Rpass-missed=stevedore]
  // CHECK: agrees.c:[[#@LINE+1]]:3: remark: LLVM IR agrees about 2 of 3 accesses to arrays
  x[0] = 1;
  for (int i = 1; i < n; i++)
    x[i] = sqrt(x[i - 1]);
#pragma endscop
}
