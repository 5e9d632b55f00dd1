// A file that gives names of the headers another meaning does not get them.
// RUN: %stevedore --profitable=off %s -o %t.c
// RUN: FileCheck %s < %t.c
// RUN: %clang -Wno-incompatible-library-redeclaration -Werror -c %t.c -o %t.o
// RUN: %gcc -Wno-builtin-declaration-mismatch -Werror -c %t.c -o %t.o
// RUN: %stevedore --profitable=off %s -o %t.macros.c -- -DMACROS
// RUN: FileCheck %s < %t.macros.c
// RUN: %clang -DMACROS -Werror -c %t.macros.c -o %t.o
// RUN: %gcc -DMACROS -Werror -c %t.macros.c -o %t.o
// REQUIRES: gcc, clang

// CHECK: {{^}}#define STEVEDORE_SIZE __SIZE_TYPE__
// CHECK: {{^}}#define STEVEDORE_GET(local, remote, bytes) STEVEDORE_LIBRARY(memcpy)(
// CHECK: {{^}}#define STEVEDORE_FREE(pointer) STEVEDORE_LIBRARY(free)(pointer)
// CHECK-NOT: size_t
#ifdef MACROS
#define memcpy my_copy
void my_copy(int);
int last(int n, void (*free)(int)) {
  free(n);
  memcpy(n);
  return n;
}
#else
void *malloc(unsigned);
#define uint unsigned
#define unused __attribute__((unused))
static int index(int a) { return a + 1; }
int last(int n) { return index(n); }
#endif

int f(int n, double *a, double *b) {
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i - 1] + a[i + 1];
  return 0;
}
