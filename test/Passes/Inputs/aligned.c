/* Elements whose places promise more, or less, than their type asks for; prints
   sums of the results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((aligned(32))) pair {
  double first, second;
};
typedef double loose __attribute__((aligned(1)));
typedef float eight __attribute__((vector_size(32)));

/* Every fourth double, at multiples of 32 bytes. */
__attribute__((noinline)) void wide(int n, int m, struct pair *restrict to,
                                    const struct pair *restrict from) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      to[j].first = to[j].first * 0.5 + from[i + j].first;
}

/* Whole vectors, one after the other. */
__attribute__((noinline)) void vectors(int n, eight *restrict to,
                                       const eight *restrict from) {
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < n; i++)
      to[i] = to[i] * 0.5f + from[i];
}

/* Doubles anywhere. */
__attribute__((noinline)) void anywhere(int n, int m, loose *restrict to,
                                        const loose *restrict from) {
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      to[i] += from[j] * i;
}

static struct pair From[200], To[60];
static eight Many[3000], Sums[3000];
static char Bytes[900], Others[900];

int main(void) {
  double sum = 0;
  for (int i = 0; i < 200; i++)
    From[i].first = i % 13;
  for (int i = 0; i < 3000; i++)
    Many[i] = (eight){i % 5, 1, 2, 3, 4, 5, 6, i % 7};
  for (int i = 0; i < 100; i++) {
    double value = i % 11;
    memcpy(Others + 3 + 8 * i, &value, 8);
  }
  wide(140, 57, To, From);
  vectors(2999, Sums, Many);
  anywhere(90, 80, (loose *)(Bytes + 3), (loose *)(Others + 3));
  for (int i = 0; i < 60; i++)
    sum = sum * 0.99 + To[i].first;
  for (int i = 0; i < 3000; i++)
    sum = sum * 0.99 + Sums[i][i % 8];
  for (int i = 0; i < 90; i++) {
    double value;
    memcpy(&value, Bytes + 3 + 8 * i, 8);
    sum = sum * 0.99 + value;
  }
  printf("%a\n", sum);
  return 0;
}
