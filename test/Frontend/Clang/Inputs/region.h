#ifndef REGION_H
#define REGION_H

static inline void fill(int n, double *a)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}

#endif
