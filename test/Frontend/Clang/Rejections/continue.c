// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  int i = 0;
  while (i < n) {
    a[i] = 1;
    if (i == 7)
// CHECK: continue.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'continue' in a region that skips the step of its loop{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}put the rest of the loop's body into an 'if' statement
      continue;
    b[i] = 1;
    i++;
  }
#pragma endscop
}

int g(int n, double *restrict a) {
  int i;
#pragma scop
  for (i = 0; i < n; i++) {
    if (i == 7)
// CHECK: continue.c:[[@LINE+2]]:{{[0-9]+}}: warning: an iterator is used after the region, and its final value depends on a 'continue'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare the iterators of the loops in the loops
      continue;
    a[i] = 1;
  }
#pragma endscop
  return i;
}
