// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    if (i == 7)
// CHECK: continue.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'continue' in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}put the rest of the loop's body into an 'if' statement
      continue;
    a[i] = 1;
  }
#pragma endscop
}
