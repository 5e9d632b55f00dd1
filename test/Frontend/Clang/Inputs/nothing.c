void f(int n, int *a) {
  while (a[n] > 0)
    a[n] -= n;
}
