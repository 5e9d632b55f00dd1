/* Lengths of the shortest paths between all pairs of nodes. */
//@ function floyd
//@ size n
//@ grid 0 1 2 5 13
//@ large 2800
//@ array path int [n][n]
//@ fill path mod 1000
//@ call floyd(n, path)
void floyd(int n, int path[n][n]) {
#pragma scop
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        path[i][j] = path[i][j] < path[i][k] + path[k][j]
                         ? path[i][j]
                         : path[i][k] + path[k][j];
#pragma endscop
}
