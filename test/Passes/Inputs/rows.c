/* Rows of a constant length, which loops stay within or leave. Counts how often
   memory for a local array is asked for, which only the new loops do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t Bytes);
static int Allocations;
void *__wrap_malloc(size_t Bytes) {
  ++Allocations;
  return __real_malloc(Bytes);
}

enum { Rows = 300, Length = 256 };
static double A[Rows][Length], B[Rows][Length];

__attribute__((noinline)) void sweep(int n, int m, double (*X)[Length]) {
  for (int t = 0; t < 3; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        X[i][j] = 0.25 * (X[i - 1][j + 1] + X[i][j - 1] + X[i + 1][j]) + t;
}

__attribute__((noinline)) void original(int n, int m, double (*X)[Length]) {
  for (volatile int t = 0; t < 3; t++)
    for (volatile int i = 1; i < n - 1; i++)
      for (volatile int j = 1; j < m - 1; j++)
        X[i][j] = 0.25 * (X[i - 1][j + 1] + X[i][j - 1] + X[i + 1][j]) + t;
}

static void run(const char *name, int n, int m) {
  for (int i = 0; i < Rows * Length; i++)
    A[i / Length][i % Length] = B[i / Length][i % Length] = i % 101 * 0.25;
  Allocations = 0;
  sweep(n, m, A);
  int taken = Allocations != 0;
  original(n, m, B);
  printf("%s: %s, %s loops\n", name,
         memcmp(A, B, sizeof A) ? "WRONG" : "same", taken ? "new" : "original");
}

int main(void) {
  run("all", Rows, Length);
  run("some", 200, 130);
  run("one more", 100, Length + 1);
  run("two rows", 20, 2 * Length);
  run("nothing", 0, 0);
  return 0;
}
