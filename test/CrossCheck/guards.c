// REQUIRES: stevedore
// Tests in front of the loops that LLVM IR makes needless.
// RUN: %stevedore --guards=llvm %s -o %t.c -- -Rpass-analysis=stevedore 2>&1 \
// RUN:     | FileCheck %s --check-prefix=SAID --implicit-check-not='as LLVM IR shows'
// RUN: FileCheck %s --check-prefixes=CHECK,LLVM < %t.c
// RUN: %stevedore %s -o %t.source.c 2>/dev/null
// RUN: FileCheck %s --check-prefixes=CHECK,SOURCE < %t.source.c
// RUN: not %stevedore --guards=polly %s -o %t.c 2>&1 \
// RUN:     | FileCheck %s --check-prefix=WRONG
// WRONG: error: invalid value 'polly' for 'guards': expected 'source', 'llvm' or 'checked'
//
// Where types do not tell memory apart, the test stays.
// RUN: %stevedore --guards=llvm %s -o %t.no-types.c -- -fno-strict-aliasing \
// RUN:     2>/dev/null
// RUN: FileCheck %s --check-prefixes=CHECK,SOURCE < %t.no-types.c

// Of different types.
// CHECK: {{^}}void types(
// SOURCE: {{^ +}}if ({{.*}}stevedore_disjoint(
// LLVM-NOT: {{^ +}}if ({{.*}}stevedore_disjoint(
// SAID: guards.c:[[#@LINE+3]]:3: remark: no test in front of the loops, as LLVM IR shows: 'a' and 'weight' do not overlap [-Rpass-analysis=stevedore]
void types(int n, float *a, const int *weight) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i] += weight[j];
#pragma endscop
}

// Of one type, and of one that may be any other.
// CHECK: {{^}}void same(
// CHECK: {{^ +}}if ({{.*}}stevedore_disjoint(
void same(int n, float *a, const float *weight) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i] += weight[j];
#pragma endscop
}

// CHECK: {{^}}void bytes(
// CHECK: {{^ +}}if ({{.*}}stevedore_disjoint(
void bytes(int n, float *a, const char *weight) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i] += weight[j];
#pragma endscop
}
