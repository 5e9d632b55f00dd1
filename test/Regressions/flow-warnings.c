// GCC follows values through the new loops and warns of sizes that cannot be.
// REQUIRES: stevedore, gcc
// RUN: %stevedore --strict --order=pipelined %s -o %t.c -- -std=c99
// RUN: %gcc -std=c99 -O2 -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: %gcc -std=c99 -O3 -Wall -Wextra -Werror -c %t.c -o %t.o
// RUN: %gcc -x c++ -O2 -Wall -Wextra -Werror -c %t.c -o %t.o

void f(int n, double r[40], double y[40], double z[40], int np,
       double A[8][10][12], double C[12][12], double s[12])
{
  double a = 0, b = 0;
#pragma scop
  for (int k = 1; k < n; k++) {
    b = (1 - a * a) * b;
    for (int i = 0; i < k; i++)
      a += r[k - i - 1] * y[i];
    for (int i = 0; i < k; i++)
      z[i] = y[i] + a * y[k - i - 1] + b;
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = a;
  }
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 8; j++) {
      for (int p = 0; p < np; p++) {
        s[p] = 0;
        for (int q = 0; q < np; q++)
          s[p] += A[j][i][q] * C[q][p];
      }
      for (int p = 0; p < np; p++)
        A[j][i][p] = s[p];
    }
#pragma endscop
}
