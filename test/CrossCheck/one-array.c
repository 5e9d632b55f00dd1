// REQUIRES: stevedore
// A pointer that is another one: the model has two arrays, LLVM IR has one.
// RUN: %stevedore --cross-check %s -o %t.c 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=NEW < %t.c
// RUN: not %stevedore --cross-check --strict %s -o %t.strict.c 2>&1 \
// RUN:     | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: not test -e %t.strict.c
// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s --allow-empty --check-prefix=SILENT
// RUN: %stevedore --cross-check --report=- %s -o %t.c 2>/dev/null \
// RUN:     | FileCheck %s --check-prefix=REPORT
//
// CHECK: one-array.c:[[#@LINE+15]]:3: warning: LLVM IR and the source disagree: what is read from 'a' at [[#@LINE+16]]:12: LLVM IR has one array, 'a', for it and 'b' [-Wstevedore]
// STRICT: error: region is left alone: LLVM IR says something else of it [-Wstevedore]
// NEW: load
// SILENT-NOT: LLVM IR
//
// REPORT: "crossCheck": {
// REPORT-NEXT: "accesses": 3,
// REPORT-NEXT: "agreed": 1,
// REPORT-NEXT: "differences": [
// REPORT-NEXT: what is read from 'a' at
// REPORT: "notCompared": []
void shift(int n, double *a) {
  double *b = a;
#pragma scop

  for (int i = 1; i < n; i++)
    b[i] = a[i - 1] + a[i];
#pragma endscop
}
