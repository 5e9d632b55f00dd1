/* Two pointers that overlap in many ways, and sizes that no loop has. Counts how
   often memory for a local array is asked for, which only the new loops do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t Bytes);
static int Allocations;
void *__wrap_malloc(size_t Bytes) {
  Allocations += Bytes != 0;
  return __real_malloc(Bytes);
}

__attribute__((noinline)) void spread(int n, double *to, const double *from) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      to[i] = to[i] * 0.5 + from[i] + k;
}

__attribute__((noinline)) void original(int n, double *to,
                                        const double *from) {
  for (volatile int i = 0; i < n; i++)
    for (volatile int k = 0; k < 8; k++)
      to[i] = to[i] * 0.5 + from[i] + k;
}

enum { Size = 100000 };
static double A[2 * Size], B[2 * Size];

static void run(const char *name, int n, long from) {
  for (int i = 0; i < 2 * Size; i++)
    A[i] = B[i] = i % 101 * 0.25;
  Allocations = 0;
  spread(n, A + 10, A + 10 + from);
  int taken = Allocations != 0;
  original(n, B + 10, B + 10 + from);
  printf("%s: %s, %s loops\n", name,
         memcmp(A, B, sizeof A) ? "WRONG" : "same", taken ? "new" : "original");
}

int main(void) {
  run("by one", Size, 1);
  run("by one before", Size, -1);
  run("by half", Size, Size / 2);
  run("fully", Size, 0);
  run("not at all", Size - 20, Size);
  run("nothing", 0, Size);
  run("negative", -5, Size);
  run("one", 1, Size);
  return 0;
}
