// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void start(int n, const int *restrict from, double *restrict a) {
  int i;
#pragma scop
  i = from[from[0]];
// CHECK: while-start.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'while' loop in a region that does not count from a known value, {{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write it as a 'for' loop with an affine bound
  while (i < n) {
    a[i] = 1;
    i++;
  }
#pragma endscop
}

void skipped(int n, double *restrict a) {
#pragma scop
  int i = 0;
  while (i < n) {
    if (i == 3)
// CHECK: while-start.c:[[@LINE+1]]:{{[0-9]+}}: warning: 'continue' in a region
      continue;
    a[i] = 1;
    i++;
  }
#pragma endscop
}

// The test of an unsigned iterator before its last step.
void endless(unsigned n, double *restrict a) {
#pragma scop
// CHECK: while-start.c:[[@LINE+1]]:{{[0-9]+}}: warning: {{.*}}may wrap around in type 'unsigned int'
  for (unsigned i = n; --i >= 0u;)
    a[i] = 1;
#pragma endscop
}
