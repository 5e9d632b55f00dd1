/* Elements that are changed in place: what a tile stores leaves the cells in
   which the data of the tile after the next arrives. */
//@ function in_place
//@ size n m
//@ grid 0,0 1,1 2,1 7,2 31,3 50,4
//@ large 4000000,20
//@ array x double [n]
//@ array y float [n]
//@ call in_place(n, m, x, y)
void in_place(int n, int m, double x[restrict n], float y[restrict n]) {
#pragma scop
  for (int i = 0; i < n; i++)
    x[i] = 2 * x[i] + 1;
  for (int t = 0; t < m; t++)
    for (int i = 1; i < n; i++)
      y[i] = 0.5f * (y[i] + y[i - 1]);
#pragma endscop
}
