#include <stdio.h>

/* A convolution in three stages as DSP libraries have it, without marks: what
   each loop starts from is set before it, or left by the loop before, which
   counts two variables; pointers go on from other pointers, which a macro steps
   through their address, and lose a qualifier on the way. */
static inline int pair(const short *p) {
  int v;
  v = p[0] * 3 + p[1];
  return v;
}
#define NEXT_PAIR(p) pair((*(p) += 2) - 2)

void settings(int n, int m, const short *restrict a, const short *restrict b,
              int *restrict c) {
  const short *px, *py, *start;
  int sum;
  unsigned k, count, first, second, third, groups;
  first = m - 1;
  second = n - (m - 1);
  third = first;
  count = 1;
  px = a;
  py = b;
  while ((count < 3) && (first > 0)) {
    sum = 0;
    k = count;
    while (k > 0) {
      sum += *px++ * *py--;
      k--;
    }
    *c++ = sum;
    py = b + count;
    px = a;
    count++;
    first--;
  }
  py = py - 1;
  while (first > 0) {
    sum = 0;
    py = py + 1;
    k = count >> 1;
    while (k > 0) {
      sum = sum + NEXT_PAIR((short **)&px) * *py--;
      k--;
    }
    k = count % 2;
    while (k > 0) {
      sum += *px++ * *py--;
      k--;
    }
    *c++ = sum;
    py = b + (count - 1);
    px = a;
    count++;
    first--;
  }
  count = 0;
  px = a;
  start = b + (m - 1);
  py = start;
  if (m > 2) {
    unsigned blocks = second >> 1;
    while (blocks > 0) {
      int next = 1;
      sum = 1;
      k = m;
      do {
        sum += pair((short *)px) * *py;
        next += pair((short *)px + 1) * *py--;
        px++;
      } while (--k);
      *c++ = sum;
      *c++ = next;
      count += 2;
      px = a + count;
      py = start;
      blocks--;
    }
    blocks = second % 2;
    while (blocks > 0) {
      sum = 1;
      k = m;
      while (k > 0) {
        sum += *px++ * *py--;
        k--;
      }
      *c++ = sum;
      count++;
      px = a + count;
      py = start;
      blocks--;
    }
  } else {
    for (int i = 0; i < n - m + 1; i++)
      *c++ = 7;
  }
  start = a + (n - m);
  px = start;
  py = b + (m - 1);
  k = third >> 1;
  groups = k;
  while ((groups > 0) && (third > 0)) {
    sum = 3;
    k = third;
    while (k > 0) {
      sum += *px++ * *py--;
      k--;
    }
    *c++ = sum;
    px = ++start;
    py = b + (m - 1);
    third--;
    groups--;
  }
  while (third > 0) {
    sum = 2;
    k = third;
    while (k > 0) {
      sum += *px++ * *py--;
      k--;
    }
    *c++ = sum;
    px = ++start;
    py = b + (m - 1);
    third--;
  }
}

int main(void) {
  static const int sizes[][2] = {{1, 1}, {2, 1}, {2, 2},  {5, 3},
                                 {7, 7}, {9, 4}, {12, 5}, {300, 41}};
  static short a[304], b[41];
  static int c[341];
  for (int i = 0; i < 304; i++)
    a[i] = i * 37 % 101 - 50;
  for (int i = 0; i < 41; i++)
    b[i] = i * 23 % 67 - 30;
  for (int k = 0; k < 8; k++) {
    for (int i = 0; i < 340; i++)
      c[i] = 1000 + i;
    settings(sizes[k][0], sizes[k][1], a, b, c);
    unsigned sum = 0;
    for (int i = 0; i < 340; i++)
      sum = sum * 31 + c[i];
    printf("%d %d %u\n", sizes[k][0], sizes[k][1], sum);
  }
  return 0;
}
