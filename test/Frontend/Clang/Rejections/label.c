// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: label.c:[[@LINE+2]]:{{[0-9]+}}: warning: label 'again' in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}keep targets of 'goto' out of the region
  again:
    a[i] = i;
  }
#pragma endscop
  if (a[0] > 1)
    goto out;
out:
  a[0] = 1;
}
