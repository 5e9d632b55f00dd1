// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: goto.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'goto' in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use loops and 'if' statements only
    goto end;
  }
#pragma endscop
end:
  a[0] = 1;
}
