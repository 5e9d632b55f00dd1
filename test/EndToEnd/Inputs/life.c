/* Conway's game of life, two generations for each turn, on a board with a dead
   border. */
//@ function life
//@ size turns n m
//@ grid 0,3,3 1,1,1 1,2,2 1,4,5 3,9,10
//@ large 100,2000,2000
//@ array board int [n][m]
//@ array next int [n][m]
//@ fill board mod 2
//@ fill next zero
//@ call life(turns, n, m, board, next)
#define EIGHT(F)                                                               \
  (F[i - 1][j - 1] + F[i - 1][j] + F[i - 1][j + 1] + F[i][j - 1] +             \
   F[i][j + 1] + F[i + 1][j - 1] + F[i + 1][j] + F[i + 1][j + 1])

void life(int turns, int n, int m, int board[n][m], int next[n][m]) {
#pragma scop
  for (int t = 0; t < turns; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        int near = EIGHT(board);
        next[i][j] = (near == 3) | (board[i][j] & (near == 2));
      }
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        int near = EIGHT(next);
        board[i][j] = (near == 3) | (next[i][j] & (near == 2));
      }
  }
#pragma endscop
}
