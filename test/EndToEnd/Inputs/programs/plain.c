/* A file with one region. */
void plain(int n, int a[]) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma endscop
}
