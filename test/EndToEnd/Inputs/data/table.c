/* A convolution of what a table says, with coefficients at places that a list
   has. */
//@ function table
//@ size n
//@ grid 0 1 2 7 16
//@ array in char:unsigned [n+4]
//@ array out int [n]
//@ array gamma int [256]
//@ array place int [5]
//@ array c int [8]
//@ fill in mod 256
//@ fill place mod 8
//@ call table(n, in, out, gamma, place, c)
void table(int n, unsigned char in[restrict n + 4], int out[restrict n],
           int gamma[restrict 256], int place[restrict 5],
           int c[restrict 8]) {
#pragma scop
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int k = 0; k < 5; k++)
      out[i] += gamma[in[i + k]] * c[place[k]];
  }
#pragma endscop
}
