// RUN: %stevedore %s -o %t.c 2>&1 | FileCheck %s
// RUN: cmp %s %t.c

#define FILL(name, value)                                                      \
  void name(int n, double *a) {                                                \
    _Pragma("scop") for (int i = 0; i < n; i++) a[i] = value;                  \
    _Pragma("endscop")                                                         \
  }

// CHECK: in-macro.c:[[@LINE+2]]:{{[0-9]+}}: warning: the region is in the expansion of a macro{{.*}}[-Wstevedore]
// CHECK: note: {{.*}}write the loops and the pragmas around them in the file itself
FILL(f, 1)
