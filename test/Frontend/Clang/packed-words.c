// Words that memcpy makes of elements, in functions that move pointers.
// RUN: %stevedore --print=scop --profitable=off %s -- -Rpass-missed=stevedore 2>&1 | FileCheck %s
void *memcpy(void *, const void *, __SIZE_TYPE__);

static inline int next(const short **from) {
  int word;
  memcpy(&word, *from, 4);
  *from += 2;
  return word;
}

// CHECK: packed-words.c:[[@LINE+24]]:{{.*}} remark: call of 'next', which may have side effects
// CHECK: packed-words.c:[[@LINE+34]]:{{.*}} remark: the address of 'table' is taken
// CHECK: packed-words.c:[[@LINE+40]]:{{.*}} remark: call of 'memcpy', which may have side effects

// CHECK-LABEL: # moved
// CHECK: S0[i] -> a[o0] : {{.*}}2i <= o0 <= 1 + 2i
void moved(int n, const short *a, int *out) {
  for (int i = 0; i < n; i++)
    out[i] = next(&a) >> 3;
}

// The address of the pointer is given to a call elsewhere in the function.
// CHECK-LABEL: # walked
// CHECK: S0[i] -> a[i]
int walked(int n, const short *a, int *out) {
  int first = next(&a);
  for (int i = 0; i < n; i++)
    out[i] = *a++;
  return first;
}

// Which call comes first is not known.
void twice(int n, const short *a, int *out) {
  for (int i = 0; i < n; i++)
    out[i] = next(&a) - next(&a);
}

static short table[99];
static inline int other(const short **from) {
  *from = table;
  return 1;
}

void set(int n, const short *a, int *out) {
  for (int i = 0; i < n; i++)
    out[i] = other(&a) + i;
}

// A part of a word.
void half(int n, const short *a, int *out) {
  for (int i = 0; i < n; i++) {
    int word = 0;
    memcpy(&word, &a[i], 2);
    out[i] = word;
  }
}
