void clear(int n, int *a)
{
#pragma scop
  int i = 0;
  while (i < n) {
    a[i] = 0;
    i = 2 * i + 1;
  }
#pragma endscop
}
