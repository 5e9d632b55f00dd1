// Calls product() at several sizes and prints the elements that it loaded.
#include <stdio.h>
#include <string.h>

long loaded;

void product(int n, int m, int p, double A[restrict n][p],
             double B[restrict p][m], double C[restrict n][m]);

static double A[150][150], B[150][150], C[150][150];

static void run(int n, int m, int p) {
  loaded = 0;
  product(n, m, p, (void *)A, (void *)B, (void *)C);
  printf("%d %d %d: %s\n", n, m, p, loaded ? "tiles" : "original");
}

int main(void) {
  run(0, 0, 0);
  run(6, 6, 6);
  run(73, 74, 74);
  run(74, 74, 74);
  run(150, 100, 7);
  run(150, 7, 100);
  run(150, 100, 8);
  run(150, 150, 2);
  run(150, 150, 150);
  run(-100, -100, 100);
  return 0;
}
