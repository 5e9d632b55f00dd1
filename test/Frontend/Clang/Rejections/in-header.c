// A region of an included file is not rewritten, one of the file itself is.
// RUN: %stevedore --profitable=off %s -o %t.c -- -I%S/../Inputs 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=OUT < %t.c
// OUT: stevedore_

#include "region.h"
// CHECK: region.h:6:1: warning: the region is in an included file{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}move the function into the file that is rewritten

void f(int n, double *a) {
  for (int i = 0; i < n; i++)
    a[i] = 1;
  fill(n, a);
}
