// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

// The type alone says nothing about what is behind a pointer.
void counted(int n, const unsigned char *restrict c, int *restrict h) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: chosen-element.c:[[@LINE+2]]:7: warning: subscript 'c[i]' depends on the data in 'c[i]' [-Wstevedore]
// CHECK: note: declare the array with its size, as in 'int h[n]'
    h[c[i]]++;
#pragma endscop
}

// A flat array has rows of no known length where data choose the element.
void flat(int n, int m, const int *restrict p, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
// CHECK: chosen-element.c:[[@LINE+1]]:{{[0-9]+}}: warning: data choose the subscript '(p[i] & 7)' of 'a', and it is not known which elements there are [-Wstevedore]
      a[i * m + j] = a[p[i] & 7];
#pragma endscop
}

// The new text may have a subscript several times.
void stepped(int n, const int *restrict p, double a[n]) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    if (p[i] > 0)
// CHECK: chosen-element.c:[[@LINE+1]]:10: warning: subscript 'k++' uses 'k', which the region modifies [-Wstevedore]
      a[k++] = 0;
#pragma endscop
}

void own(int n, const int *restrict p, double *restrict a) {
#pragma scop
  for (int i = 0; i < n; i++)
    if (p[i] > 0) {
      int k = p[i] - 1;
// CHECK: chosen-element.c:[[@LINE+1]]:9: warning: data choose the subscript 'k' of 'a', and it is not known which elements there are [-Wstevedore]
      a[k] = 0;
    }
#pragma endscop
}
