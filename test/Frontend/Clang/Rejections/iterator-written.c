// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, double *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = 1;
// CHECK: iterator-written.c:[[@LINE+2]]:{{[0-9]+}}: warning: loop iterator 'i' is modified in the loop's body{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}change the iterator in the loop's header only
    i += 2;
  }
#pragma endscop
}

// The step at the end of a body is that of the iterator; there is no other.
void g(int n, double *restrict a, double *restrict b) {
  int i = 0;
#pragma scop
  while (i < n) {
// CHECK: iterator-written.c:[[@LINE+1]]:{{[0-9]+}}: warning: loop iterator 'i' is modified in the loop's body{{.*}}[-Wstevedore]
    a[i++] = b[0];
    a[i++] = b[1];
  }
#pragma endscop
}

void h(const double *end, double *restrict a, double *restrict b) {
#pragma scop
  while (a < end) {
// CHECK: iterator-written.c:[[@LINE+1]]:{{[0-9]+}}: warning: loop iterator 'a' is modified in the loop's body{{.*}}[-Wstevedore]
    *a++ = b[0];
    *a++ = b[1];
  }
#pragma endscop
}

// What a condition changes behind '&&' is not always changed.
void i(int n, double *restrict a, double *restrict b) {
  int k = 0, i = 0;
#pragma scop
// CHECK: iterator-written.c:[[@LINE+1]]:{{[0-9]+}}: warning: 'while' loop in a region that does not count from a known value, in its condition or in one statement of its body{{.*}}[-Wstevedore]
  while (i < n && ++k)
    a[k] = b[i++];
#pragma endscop
}
