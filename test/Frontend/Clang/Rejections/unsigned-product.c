// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(unsigned n, double *a) {
#pragma scop
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
// CHECK: unsigned-product.c:[[@LINE+2]]:{{[0-9]+}}: warning: subscript of 'a[i / 2 * n + j]' may wrap around in type 'unsigned int'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use a signed integer type
      a[i / 2 * n + j] = 1;
#pragma endscop
}
