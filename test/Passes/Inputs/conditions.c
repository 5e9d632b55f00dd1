/* Elements that are only accessed where data allow: others must not be touched,
   since they need not exist, or may be constants. Prints sums of the results. */
#include <stdio.h>

/* Writes where marks allow. */
__attribute__((noinline)) void raise(int n, const int *restrict marks,
                                     double *restrict level) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 5; k++)
      if (marks[i] > k)
        level[i] += k + 0.5;
}

/* Reads where marks allow. */
__attribute__((noinline)) void gather(int n, int m, const int *restrict marks,
                                      const double *restrict from,
                                      double *restrict to) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (marks[j] > 0)
        to[i] += from[j];
      else
        to[i] -= 1;
}

/* Reads what marks allow, of elements that it reads anyway. */
__attribute__((noinline)) void surely(int n, int m, const int *restrict marks,
                                      const double *restrict both,
                                      double *restrict to) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      to[i] = to[i] * 0.5 + both[j];
      if (marks[j] > 0)
        to[i] += both[j] * both[m - 1 - j];
    }
}

static const double Constants[50] = {3, 1, 4, 1, 5};
static double Level[50], To[50];

int main(void) {
  int none[50] = {0}, some[50];
  double sum = 0;
  for (int i = 0; i < 50; i++)
    some[i] = i * 7 % 5 - 1;
  raise(50, none, (double *)Constants);
  raise(50, some, Level);
  gather(50, 50, none, 0, To);
  gather(50, 50, some, Level, To);
  surely(50, 50, some, Level, To);
  for (int i = 0; i < 50; i++)
    sum = sum * 0.9 + To[i] + Level[i] * Constants[i % 5];
  printf("%a\n", sum);
  return 0;
}
