void scaled(double a[1000], const double b[1000]) {
  for (int i = 0; i < 1000; i++)
    a[i] = 2.0 * b[i];
}
