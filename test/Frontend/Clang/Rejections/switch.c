// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

void f(int n, double *restrict a, const int *restrict b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: switch.c:[[@LINE+4]]:{{[0-9]+}}: warning: 'switch' in a region{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write it as 'if' statements with affine conditions
// CHECK: switch.c:[[@LINE+4]]:{{[0-9]+}}: note: nor is it a statement of its own {{.*}}: an element of 'a' is accessed under a condition on data
// CHECK: note: {{.*}}declare the array with its full shape, as in 'double a[n]'
    switch (b[i]) {
    case 0:
      a[i] = 1;
    }
  }
#pragma endscop
}

// A loop behind labels of a range, a label inside of a block, a declaration that reaches past a
// label, one of the value.
void g(int n, double a[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: switch.c:[[@LINE+1]]:{{[0-9]+}}: warning: 'switch' in a region
    switch (i) {
    case 0 ... 3:
      for (int k = 0; k < n; k++)
        a[k] = 1;
    }
  }
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: switch.c:[[@LINE+1]]:{{[0-9]+}}: warning: 'switch' in a region
    switch (i) {
    case 0: {
    case 1:
      a[i] = 1;
    }
    }
  }
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: switch.c:[[@LINE+1]]:{{[0-9]+}}: warning: 'switch' in a region
    switch (i) {
      double last;
    case 0:
      last = a[i];
      a[i] = last * last;
    }
  }
#pragma endscop
}
