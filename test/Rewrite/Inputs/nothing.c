void nothing(int n, int *a) {
  while (n--)
    a[n] = n;
}
