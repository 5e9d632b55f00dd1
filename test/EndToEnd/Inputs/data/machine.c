/* A machine that reads characters and changes its state, one for each row, and
   counts what it has seen; with labels on one statement, a
   case that goes on to the next, and one inside another. */
//@ function machine
//@ size n
//@ grid 0 1 2 5 12
//@ array text char:unsigned [n+1][n+2]
//@ array state int [n+1]
//@ array seen int:unsigned [n+1][4]
//@ array heights double [n+1]
//@ call machine(n, text, state, seen, heights)

enum state { Blank, Word, Number, Other };

void machine(int n, unsigned char text[restrict n + 1][n + 2],
             int state[restrict n + 1], unsigned seen[restrict n + 1][4],
             double heights[restrict n + 1]) {
#pragma scop
  for (int i = 0; i <= n; i++)
    state[i] = Blank;
  for (int j = 0; j <= n; j++)
    for (int i = 0; i <= n; i++) {
      int next = Other;
      switch (text[i][j] & 63) {
      case 0:
      case 32:
        next = Blank;
        break;
      case 48:
      case 49:
        next = state[i] == Word ? Word : Number;
        break;
      case 1: {
        int follows = state[i] == Number;
        next = follows ? Other : Word;
        break;
      }
      }
      switch (state[i]) {
      default:
        heights[i] += 0.5;
        break;
      case Word:
        heights[i] *= 0.75;
        /* fall through */
      case Number:
        seen[i][state[i]] += next == Blank;
        switch (next) {
        case Blank:
          seen[i][0] ^= text[i][j];
        }
      }
      state[i] = next;
    }
#pragma endscop
}
