/* Corners of C: numbers at the ends of 64 bits, values that are clamped, steps
   that count down as unsigned numbers, conditions that change something and state
   something, objects of one type that another one reads. */
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#define OWN __attribute__((noinline))
enum { N = 40 };
static int a[N], b[N];

/* No limit: the largest number; beyond it nothing is executed. */
OWN static void limited(size_t n, size_t limit)
{
  for (size_t i = 0; i < n && i < limit; i++)
    a[i] += 3;
}

OWN static void from(size_t first, size_t n)
{
  for (size_t i = first; i < n; i++)
    a[i % N] = 7;
}

OWN static void hashed(unsigned long long key, int n)
{
  for (int i = 0; i < n; i++)
    a[i] += b[key % N];
}

/* Where one more than a bound, or a difference, has no value. */
OWN static void bounded(long n, long least, long most)
{
  for (long i = 0; i < n; i++)
    if (i >= least && i <= most)
      a[i] ^= 5;
}

OWN static void between(long first, long last)
{
  for (long i = first; i < last; i++)
    a[i - first]++;
}

OWN static void apart(long p, long q, int n)
{
  for (int i = 0; i < n; i++)
    if (p - q > 2)
      a[i] = 9;
}

/* Multiples that leave 64 bits, one by one or together. */
OWN static void multiples(int n, int m, long p, long q)
{
  for (int i = 0; i < N; i++)
    if (3000000000L * n + i < 4000000001L * m)
      a[i]++;
  for (int i = 0; i < N; i++)
    if (n - 9000000000000000000L + i < m + 9000000000000000000L)
      a[i] ^= 3;
  for (int i = 0; i < N; i++)
    if (30000 * p + i < 30011 * q)
      a[i]--;
}

OWN static void distant(long p, long q)
{
  for (int i = 0; i < N; i++)
    if (p - LONG_MAX + i < q + 5)
      a[i] += 2;
    else
      a[i] ^= 9;
}

/* What may be set in an iteration, and is not. */
OWN static int clamped(int n, int most)
{
  int end = n;
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < end; i++)
      a[i] += t;
    if (end > most)
      end = most;
  }
  return end;
}

OWN static int set(int n, int m)
{
  int k = m;
  for (int t = 0; t < n; t++) {
    a[t] = k;
    if (t >= 2 && k > 5)
      k = 5;
  }
  return k;
}

static inline int stepping(int n, unsigned step)
{
  int count = 0;
  for (int i = 0; i < n && i > -5; i += step) {
    a[i + 20] += 3;
    count++;
  }
  return count;
}

OWN static int down(int n)
{
  return stepping(n, -1);
}

/* It does not end there, but it counts. */
OWN static void stated(int n)
{
  for (int i = 0; i < n; i++) {
    if (a[i]++ < -1000)
      __builtin_unreachable();
    b[i] += a[i];
  }
}

OWN static void byte(int *x, const signed char *n)
{
  for (int i = 0; i < *n; i++)
    x[i] = 3;
}

static struct table {
  int first, values[8];
} table;

static int looked(int i)
{
  return table.values[1] + i;
}

OWN static void overlaid(int *x, int n)
{
  for (int i = 0; i < n; i++)
    x[i] = looked(i) * 2;
}

OWN static void print(const int *x, int n)
{
  unsigned long long hash = 0;
  for (int i = 0; i < n; i++)
    hash = hash * 31 + (unsigned)x[i];
  printf("%llx\n", hash);
}

int main(void)
{
  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 11, b[i] = i * 5 % 13 - 2;
  limited(N, 9), limited(N, -1), print(a, N);
  from((size_t)-1, 5), from(3, 7), print(a, N);
  hashed(0x9e3779b97f4a7c15, N), print(a, N);
  bounded(N, LONG_MIN, LONG_MAX), bounded(N, 3, 7), print(a, N);
  between(LONG_MIN, LONG_MIN + N), between(LONG_MAX - N, LONG_MAX), print(a, N);
  apart(LONG_MAX, LONG_MAX - 1, N), apart(5, 1, 3), print(a, N);
  multiples(INT_MIN, INT_MAX, -(1L << 48), 1L << 48), multiples(3, 4, 3, 4), print(a, N);
  distant(0, 0), distant(100, -100), print(a, N);
  printf("%d %d\n", clamped(10, 20), clamped(20, 10)), print(a, N);
  printf("%d %d\n", set(10, 3), set(10, 30)), print(a, N);
  printf("%d\n", down(10)), print(a, N);
  stated(N), print(a, N), print(b, N);
  a[2] = 30, byte(a, (const signed char *)&a[2]), print(a, N);
  table.values[1] = 7, overlaid(table.values, 8), print(table.values, 8);
  return 0;
}
