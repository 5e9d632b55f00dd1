/* Insertion into a sorted part, with a guard and with a loop that ends where
   data say, and the exchanges of a bitonic network. */
//@ function sorting
//@ size n
//@ grid 0 1 2 5 8 13
//@ array a int [n]
//@ array b int [n]
//@ array c double [n]
//@ call sorting(n, a, b, c)
void sorting(int n, int a[restrict n], int b[restrict n],
             double c[restrict n]) {
#pragma scop
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      if (a[j] > a[i]) {
        int t = a[j];
        a[j] = a[i];
        a[i] = t;
      }
  for (int i = 1; i < n; i++) {
    int key = b[i];
    int j = i - 1;
    while (j >= 0 && b[j] > key) {
      b[j + 1] = b[j];
      j--;
    }
    b[j + 1] = key;
  }
  for (int i = 0; i < n; i++) {
    int partner = i ^ 4;
    if (partner > i && partner < n && c[i] > c[partner]) {
      double t = c[i];
      c[i] = c[partner];
      c[partner] = t;
    }
  }
#pragma endscop
}
