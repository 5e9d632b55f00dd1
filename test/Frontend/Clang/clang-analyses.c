// What clang's own analyses say of the code around a loop, beside what a model
// believes: docs/rooms/frontend.md.
//
// RUN: %tools/clang-analyses %s | FileCheck %s --check-prefix=CLANG
// RUN: %stevedore --print=scop %s 2>%t.err | FileCheck %s --check-prefix=OWN
// RUN: FileCheck %s --check-prefix=REFUSED < %t.err

void *malloc(unsigned long);
void free(void *);
int memcmp(const void *, const void *, unsigned long);
void report(int *);
int *kept;

// An edge that dominates the loop is a condition.
// CLANG-LABEL: left:
// CLANG-NEXT: dominated by: !(n <= 2)
// OWN-LABEL: # left
// OWN: context: {{.*}}n >= 3
void left(int n, double *a) {
  if (n <= 2)
    return;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}

// None of two conditions holds alone.
// CLANG-LABEL: either:
// CLANG-NEXT: dominated by:{{$}}
// OWN-LABEL: # either
// OWN: context: {{.*}}n <= 11
void either(int n, double *a) {
  if (n <= 10 || n == 11) {
#pragma scop
    for (int i = 0; i < n; i++)
      a[i] = 0;
#pragma endscop
  }
}

// What the program states is no edge.
// CLANG-LABEL: stated:
// CLANG-NEXT: dominated by:{{$}}
// OWN-LABEL: # stated
// OWN: context: {{.*}}n >= 4
void stated(int n, double *a) {
  __builtin_assume(n > 3);
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
}

// The pointer is read behind the loop, the block is not.
// CLANG-LABEL: block:
// CLANG: live behind it: t{{$}}
// OWN-LABEL: # block
// OWN: liveOut: []
void block(int n) {
  double *t = malloc(n * sizeof *t);
#pragma scop
  for (int i = 0; i < n; i++)
    t[i] = i;
#pragma endscop
  free(t);
}

// Somebody else has the address.
// CLANG-LABEL: shared:
// CLANG: live behind it:{{$}}
// OWN-LABEL: # shared
// OWN: liveOut: [seen]
int shared(int n) {
  int seen = 0;
  kept = &seen;
#pragma scop
  for (int i = 0; i < n; i++)
    seen = i;
#pragma endscop
  return *kept;
}

// A function sees the variable where its life ends.
// CLANG-LABEL: cleanup:
// CLANG: live behind it:{{$}}
// OWN-LABEL: # cleanup
// OWN: liveOut: [seen]
void cleanup(int n) {
  __attribute__((cleanup(report))) int seen = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    seen = i;
#pragma endscop
  n = 0;
}

// Assembler code changes k.
// CLANG-LABEL: assembler:
// CLANG: mutated: i{{$}}
// REFUSED: inline assembly in a region
void assembler(int n, double *a) {
  int k = 0;
#pragma scop
  for (int i = 0; i < n; i++) {
    __asm__("" : "+r"(k));
    a[i] = k;
  }
#pragma endscop
}

// Who has an address to read counts as one that may change.
// CLANG-LABEL: handed:
// CLANG: mutated: x s i{{$}}
int handed(int n, const int *a) {
  int x[4] = {1, 2, 3, 4}, s = 0;
  for (int i = 0; i < n; i++)
    s += memcmp(x, a, 16);
  return s;
}
