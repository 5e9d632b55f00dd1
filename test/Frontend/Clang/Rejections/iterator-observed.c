// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

int f(int n, double *a) {
  int i, end;
#pragma scop
  end = n - 1;
// CHECK: iterator-observed.c:[[@LINE+2]]:{{[0-9]+}}: warning: an iterator is used after the region, and its final value depends on a variable that the region modifies{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}declare the iterators of the loops in the loops
  for (i = 0; i < end; i++)
    a[i] = 1;
#pragma endscop
  return i;
}

int g(int n, int m, double *a) {
  int i;
#pragma scop
// CHECK: iterator-observed.c:[[@LINE+1]]:{{[0-9]+}}: warning: an iterator is used after the region, and its final value depends on a 'break' [-Wstevedore]
  for (i = 0; i < n; i++) {
    if (i == m)
      break;
    a[i] = 1;
  }
#pragma endscop
  return i;
}
