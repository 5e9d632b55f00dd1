/* The cheapest order of a chain of matrix products. */
//@ function chain
//@ size n
//@ grid 0 1 2 5 14
//@ large 1500
//@ array side long [n+1]
//@ array cost long [n][n]
//@ fill side mod 50
//@ call chain(n, side, cost)
void chain(int n, long side[n + 1], long cost[n][n]) {
#pragma scop
  for (int i = n - 1; i >= 0; i--) {
    cost[i][i] = 0;
    for (int j = i + 1; j < n; j++) {
      cost[i][j] = 1000000000L;
      for (int k = i; k < j; k++) {
        long price = cost[i][k] + cost[k + 1][j] +
                     side[i] * side[k + 1] * side[j + 1];
        cost[i][j] = price < cost[i][j] ? price : cost[i][j];
      }
    }
  }
#pragma endscop
}
