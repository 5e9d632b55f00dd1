// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int *a) {
#pragma scop
// CHECK: parameter-exposed.c:[[@LINE+2]]:{{[0-9]+}}: warning: 'a[0]' decides about the region and may be changed by a store through 'a'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}copy 'a[0]' into a local variable before the region
  for (int i = 1; i < a[0]; i++)
    a[i] = 1;
#pragma endscop
}
