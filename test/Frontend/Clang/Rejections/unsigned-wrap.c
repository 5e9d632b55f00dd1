// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(unsigned n, double *a) {
#pragma scop
// CHECK: unsigned-wrap.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop bound 'i >= 0' may wrap around in type 'unsigned int'{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}use a signed integer type
  for (unsigned i = n; i >= 0; i--)
    a[i] = 1;
#pragma endscop
}

// No condition at run time helps: there is always a first iteration.
void first(unsigned n, double *a) {
#pragma scop
  for (unsigned i = 0; i < n; i++)
// CHECK: unsigned-wrap.c:[[@LINE+1]]:{{[0-9]+}}: warning: subscript 'i - 1' may wrap around in type 'unsigned int'
    a[i - 1] = 1;
#pragma endscop
}
