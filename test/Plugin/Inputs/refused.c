void clear(int n, int *a)
{
#pragma scop
  int i = 0;
  while (i < n)
    a[i++] = 0;
#pragma endscop
}
