// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

int n;
void f(int *a) {
#pragma scop
// CHECK: parameter-exposed.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'n' decides about the region and may be changed by a store through 'a'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}copy 'n' into a local variable before the region
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
