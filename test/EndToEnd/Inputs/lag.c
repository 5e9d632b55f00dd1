/* An array beside itself d elements further, before, or at the same place. */
//@ function lag
//@ size n d
//@ grid 0,0 1,3 7,0 9,2 12,5 6,30
//@ large 4096,1000
//@ array x double [n+d]
//@ array y double [n]
//@ call lag(n, d, x, y)
void lag(int n, int d, const double *restrict x, double *restrict y) {
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = x[i] - x[i + d];
#pragma endscop
}
