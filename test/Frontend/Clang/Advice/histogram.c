// Elements that data choose are counted outside of the region.
// RUN: %stevedore %s -o %t.c -- 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.c -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.c
// DONE: /* compute */

#ifndef FOLLOWED
void f(int n, const int *c, int *h, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i];
  for (int i = 0; i < n; i++)
// CHECK: histogram.c:[[@LINE+2]]:7: warning: subscript 'c[i]' depends on the data in 'c[i]' [-Wstevedore]
// CHECK: note: only iterators and integers that do not change in the region may decide here; keep the loop that looks up elements by data, such as a histogram, out of the region, before or after it
    h[c[i]]++;
#pragma endscop
}
#else
void f(int n, const int *c, int *h, double *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i];
#pragma endscop
  for (int i = 0; i < n; i++)
    h[c[i]]++;
}
#endif
