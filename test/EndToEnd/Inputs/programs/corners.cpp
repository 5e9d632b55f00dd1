/* What C++ 20 defines of shifts; what handlers of exceptions read. */
#include <cstdio>

static int a[40], b[40];

static void shifted(int n)
{
  for (int i = 0; i < n; i++)
    a[((i << 30) >> 30) + 2]++;
  for (int i = 0; i < n; i++)
    if ((i << 29) > 0)
      b[i] += 100;
}

__attribute__((noinline)) static void check(int s)
{
  if (s)
    throw 5;
}

__attribute__((noinline)) static int handled(int s, int n)
{
  int sum = 1, last = 0;
  try {
    for (int i = 0; i < n; i++)
      sum += b[i], last = i;
    check(s);
    sum = last = 0;
  } catch (int) {
    return sum + last;
  }
  return 2;
}

int main()
{
  shifted(10);
  for (int i = 0; i < 40; i++)
    std::printf("%d %d\n", a[i], b[i]);
  std::printf("%d %d\n", handled(0, 20), handled(1, 20));
  return 0;
}
