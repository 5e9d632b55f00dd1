/* Sums over the edges of a graph: two ends each, of which only the caller knows
   that they are nodes, by what is assumed of their elements. */
//@ function scatter
//@ size n m
//@ grid 1,0 1,1 2,5 5,4 7,13
//@ array edge int [m][2]
//@ array flow double [m]
//@ array from double [n]
//@ array to double [n]
//@ fill edge mod n
//@ call scatter(n, m, edge, flow, from, to)
void scatter(int n, int m, int edge[restrict m][2], double flow[restrict m],
             double *restrict from,
             double *restrict to) {
#pragma scop
  for (int i = 0; i < n; i++)
    to[i] = 0;
  for (int e = 0; e < m; e++) {
    double moved = flow[e] * from[edge[e][0]];
    to[edge[e][0]] -= moved;
    to[edge[e][1]] += moved;
  }
#pragma endscop
}
