// REQUIRES: stevedore
// A test of the values of parameters that LLVM knows to be small enough.
// RUN: %stevedore --guards=llvm %s -o %t.c -- -Rpass-analysis=stevedore 2>&1 \
// RUN:     | FileCheck %s --check-prefix=SAID --implicit-check-not='as LLVM IR shows'
// RUN: FileCheck %s --check-prefixes=CHECK,LLVM < %t.c
// RUN: %stevedore %s -o %t.source.c 2>/dev/null
// RUN: FileCheck %s --check-prefixes=CHECK,SOURCE < %t.source.c

// CHECK: {{^}}void window(
// SOURCE: && (((long long)(k) + (long long)(n) <= 4294967296
// LLVM-NOT: <= 4294967296)))
// SAID: ranges.c:[[#@LINE+5]]:3: remark: no test in front of the loops, as LLVM IR shows: '((long long)(k) + (long long)(n) <= 4294967296)' holds, or does not matter [-Rpass-analysis=stevedore]
void window(unsigned x, unsigned y, double *restrict a,
            const double *restrict b) {
  unsigned n = __builtin_popcount(x), k = __builtin_popcount(y);
#pragma scop
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      a[i + k] += b[j + k];
#pragma endscop
}

// Nothing is known of them.
// CHECK: {{^}}void anywhere(
// CHECK: && (((long long)(k) + (long long)(n) <= 4294967296
void anywhere(unsigned n, unsigned k, double *restrict a,
              const double *restrict b) {
#pragma scop
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      a[i + k] += b[j + k];
#pragma endscop
}
