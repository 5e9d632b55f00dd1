/* Products of a matrix and a vector as networks for microcontrollers have them:
   counters that go down to zero, pointers that move where values are declared,
   a bias that is not always there, elements that both sides of a choice write. */
//@ function countdown
//@ size n m has_b
//@ grid 0,0,0 0,2,1 1,1,0 2,0,1 3,1,1 6,5,0 7,8,1
//@ large 700,600,1
//@ array A int [n*m]
//@ array x int [m]
//@ array b int [n]
//@ array y int [n]
//@ array z int [m]
//@ array w short [m]
//@ call countdown(n, m, A, x, has_b ? b : 0, y, z, w)
void countdown(unsigned short n, int m, const int *A, const int *restrict x,
               const int *restrict b, int *restrict y, int *restrict z,
               short *restrict w) {
#pragma scop
  unsigned short rows = n;
  while (rows) {
    const int *walk = x;
    int sum = 3, columns = m;
    if (b)
      sum = *b++;
    while (columns--) {
      const int a = *A++;
      const int v = *walk++;
      sum += a * v;
    }
    *y++ = sum;
    rows--;
  }
  int rest = m;
  do {
    const int from = rest > 0 ? x[rest - 1] : 7;
    if (rest > 0)
      z[rest - 1] = from * 2;
  } while (--rest > 0);
  for (rest = 0; rest < m; rest++)
    if (z[rest] > 9)
      w[rest] = 9;
    else if (z[rest] < -9)
      w[rest] = -9;
    else
      w[rest] = z[rest];
#pragma endscop
}
