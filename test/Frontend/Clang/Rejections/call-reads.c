// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

extern double t[100];
__attribute__((pure)) double g(int);
void f(int n) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: call-reads.c:[[@LINE+2]]:{{[0-9]+}}: warning: call of 'g', which may read 't' while the region writes it{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare the function '__attribute__((const))'
    t[i] = g(i);
#pragma endscop
}
