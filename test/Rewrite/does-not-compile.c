// A region with which the new text does not compile is left alone, the others
// are not. In gnu89 the counter that a loop declares lives on after it.
// RUN: %stevedore --profitable=off %s -o %t.c --report=%t.json --replay=off -- -std=gnu89 2>&1 | FileCheck %s --check-prefix=MESSAGES
// RUN: FileCheck %s < %t.c
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: %clang -std=gnu89 -w -c %t.c -o %t.o
// RUN: not %stevedore --profitable=off --strict %s -o %t.none.c -- -std=gnu89

// CHECK-LABEL: {{^}}int leaked(
// CHECK-NEXT: for (int i = 0; i < n; i++)
// CHECK-NEXT: a[i] *= 2;
// CHECK-NEXT: return i;
// CHECK-NEXT: }
// MESSAGES: does-not-compile.c:[[@LINE+2]]:3: warning: internal error, region is left alone: the rewritten file does not compile: use of undeclared identifier 'i' [-Wstevedore]
int leaked(int n, int *a) {
  for (int i = 0; i < n; i++)
    a[i] *= 2;
  return i;
}

// CHECK: {{^}}#include <stdlib.h>
// CHECK: void after(
// CHECK: /* compute */
void after(int n, int *a) {
  int i;
  for (i = 0; i < n; i++)
    a[i] *= 2;
}
// REPORT: "function": "leaked"
// REPORT: "reason": "the rewritten file does not compile: use of undeclared identifier 'i'"
// REPORT-NEXT: "status": "left alone"
// REPORT: "function": "after"
// REPORT: "status": "transformed"
