/* Ways through bodies: loops that are left in the middle, switch statements,
   pointers that the parity of a counter chooses; rows that are powers of two. */
#include <stdio.h>

/* Left in the middle, counting up and down, with something done before. */
void left(int n, int m, int *restrict a, const int *restrict b)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] = b[j];
      if (i + j >= m) {
        a[i * n + j] += 7;
        break;
      }
      a[i * n + j] *= 3;
    }
  for (int i = 0; i < n; i++)
    for (unsigned j = n; j > 1; j -= 2) {
      a[i * n + j - 1] += b[j - 1];
      if (j <= 3u + (unsigned)i)
        break;
      a[i * n + j - 1] -= i;
      if (i == m)
        continue;
      a[i * n + j - 2] += 1;
    }
}

/* Left inside of branches, on both sides of them, behind what ends an iteration. */
void several(int n, int m, int *restrict a, const int *restrict b)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] += b[j];
      if (j < 3)
        continue;
      if (i < m) {
        if (i + j >= n)
          break;
        a[i * n + j] += 2;
      } else {
        break;
      }
      a[i * n + j] *= 3;
    }
}

/* Chosen by a parameter around loops, with sections of several labels. */
void mode(int n, int m, int kind, int *restrict a, const int *restrict b)
{
  for (int i = 0; i < n; i++)
    switch (kind) {
    default:
      for (int j = 0; j < m; j++)
        a[i * m + j] += 1;
      break;
    case 0:
      for (int j = 0; j < m; j++)
        a[i * m + j] = b[j];
      break;
    case -1:
    case 2: {
      for (int j = 0; j < m; j++)
        a[i * m + j] = -b[j];
      break;
    }
    }
}

/* By an iterator, and from section to section. */
enum { Low = 1, High };
void turn(int n, int m, int *restrict a, const int *restrict b)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      switch (i % 5) {
      case Low:
        a[i * m + j] = b[j];
      case High:
        a[i * m + j] += i;
        break;
      case 4:
        if (j > 2)
          continue;
        a[i * m + j] = 9;
      default:
        a[i * m + j] *= 2;
      case 7:
        a[i * m + j] -= j;
      }
}

/* By data, around loops. */
void given(int n, int m, int a[n][m], const int *restrict kind)
{
  for (int i = 0; i < n; i++)
    switch (kind[i]) {
    case 1:
      for (int j = 0; j < m; j++)
        a[i][j] *= 2;
      break;
    case 3:
      for (int j = 0; j < m; j++)
        a[i][j] -= j;
    }
}

/* Rows of 1 << k elements. */
void shifted(int k, int n, int *restrict a, const int *restrict b)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (1 << k); j++)
      a[(i << k) + j] += b[i * (1 << k) + j] * j;
}

/* Two arrays that take turns by parity. */
void turns(int steps, int n, int *restrict a, int *restrict b)
{
  for (int t = 0; t < steps; t++) {
    const int *from = t % 2 ? b : a;
    int *const to = t % 2 ? a : b;
    for (int i = 1; i < n - 1; i++)
      to[i] = (from[i - 1] + from[i] + 2 * from[i + 1]) % 1009;
  }
}

static void print(const int *a, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum = (sum * 31 + a[i] % 1000) % 1000003;
  printf("%ld\n", sum);
}

int main(void)
{
  enum { N = 11, M = 7, K = 3 };
  int a[N * N], b[N * N], kind[N];
  for (int i = 0; i < N * N; i++)
    a[i] = i * 37 % 101, b[i] = i * 53 % 97;
  for (int i = 0; i < N; i++)
    kind[i] = i * 3 % 4;
  for (int m = -2; m < 2 * N; m += 5)
    left(N, m, a, b), left(N - 2, m, a, b), several(N - 1, m, a, b), print(a, N * N);
  for (int k = -1; k < 4; k++)
    mode(N, M, k, a, b), print(a, N * N);
  turn(N, M, a, b), print(a, N * N);
  given(N, M, (int(*)[M])a, kind), print(a, N * N);
  for (int k = 0; k <= K; k++)
    shifted(k, N, a, b), print(a, N * N);
  for (int t = 0; t < 6; t++)
    turns(t, N * N - t, a, b), print(a, N * N), print(b, N * N);
}
