/* The most valuable things that fit into a weight. */
//@ function knapsack
//@ size n w
//@ grid 0,0 1,3 4,5 6,11
//@ array weight int [n]
//@ array value int [n]
//@ array best int [n+1][w+1]
//@ fill weight mod 7
//@ fill best zero
//@ call knapsack(n, w, weight, value, best)
void knapsack(int n, int w, int weight[restrict n], int value[restrict n],
              int best[restrict n + 1][w + 1]) {
#pragma scop
  for (int i = 1; i <= n; i++)
    for (int c = 0; c <= w; c++) {
      best[i][c] = best[i - 1][c];
      if (weight[i - 1] <= c) {
        int with = best[i - 1][c - weight[i - 1]] + value[i - 1];
        if (with > best[i][c])
          best[i][c] = with;
      }
    }
#pragma endscop
}
