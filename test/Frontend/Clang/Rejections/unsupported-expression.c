// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

typedef float v4 __attribute__((vector_size(16)));
void f(int n, v4 *a) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: unsupported-expression.c:[[@LINE+2]]:{{[0-9]+}}: warning: an expression of kind ShuffleVectorExpr cannot be modelled{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use arithmetic, array elements, scalars and calls of functions without side effects
    a[i] = __builtin_shufflevector(a[i], a[i], 3, 2, 1, 0);
#pragma endscop
}
