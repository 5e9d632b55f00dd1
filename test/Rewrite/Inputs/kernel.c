#include <stddef.h>
#include SIZES

void kernel(size_t n, double *a) {
#pragma scop
  for (size_t i = 1; i < n; i++)
    a[i] = a[i] + a[i - 1] * FACTOR;
#pragma endscop
}
