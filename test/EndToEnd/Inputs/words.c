/* Elements that are read and written in words, by functions that move pointers. */
#include <string.h>
//@ function words
//@ size n m
//@ grid 0,0 0,2 1,1 2,0 3,1 6,5 7,8
//@ large 900,700
//@ array a short [4*n*m+4]
//@ array b char:unsigned [4*n*m+4]
//@ array y short [4*n*m+4]
//@ array z unsigned [n*m+1]
//@ call words(n, m, a, b, y, z)
static inline int next(const short **from) {
  int word;
  memcpy(&word, *from, 4);
  *from += 2;
  return word;
}
static inline unsigned bytes(const unsigned char *from) {
  unsigned word;
  memcpy(&word, from, sizeof word);
  return word;
}
static inline void put(short **to, int word) {
  int value = word;
  memcpy(*to, &value, 4);
  *to += 2;
}
void words(int n, int m, const short *restrict a,
           const unsigned char *restrict b, short *restrict y,
           unsigned *restrict z) {
#pragma scop
  const short *from = a;
  short *to = y;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      int first = next(&from);
      int second = next(&from) >> 3;
      put(&to, first ^ second);
      put(&to, first - (second & 255));
      z[i * m + j] = bytes(b) + (unsigned)first;
      b += 4;
    }
#pragma endscop
}
