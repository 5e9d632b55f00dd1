// A region takes only itself back when the new text does not compile, also where
// the error is in none of the regions: here, in what one of them needs before its
// function.
// RUN: %stevedore --profitable=off %s -o %t.c -- -fopenmp 2>&1 | FileCheck %s --check-prefix=MESSAGES
// RUN: FileCheck %s < %t.c
// RUN: %clang -w -c -fopenmp %t.c -o %t.o

// MESSAGES: taken-back.c:[[@LINE+17]]:1: warning: internal error, region is left alone: the rewritten file does not compile: conflicting types for 'omp_in_parallel' [-Wstevedore]
// MESSAGES-NOT: warning:
double omp_in_parallel(int n);

// CHECK-LABEL: {{^}}void before(
// CHECK: {{^ +}}/* compute */
void before(int n, int *a) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

// CHECK-LABEL: {{^}}void shared(
// CHECK-NEXT: {{^}}#pragma omp for
// CHECK-NEXT: for (int i
// CHECK-NEXT: a[i] *= 3;
// CHECK-NEXT: }
void shared(int n, int *a) {
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] *= 3;
}

// CHECK-LABEL: {{^}}void after(
// CHECK: {{^ +}}/* compute */
void after(int n, int *a) {
  for (int i = 0; i < n; i++)
    a[i] *= 5;
}
