// Regions of C++ that are refused, each in a function that is called like the
// reason, and the same with FOLLOWED as the advice says, which are taken.
#include <deque>

void range_loop(std::deque<double> &v, int n, double *a) {
#pragma scop
#ifndef FOLLOWED
  for (double &x : v)
    x = 1;
#else
  for (int i = 0; i < n; i++)
    a[i] = 1;
#endif
#pragma endscop
}

void exception(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
    try {
      a[i] = 1;
    } catch (int) {
    }
#else
    a[i] = 1;
#endif
  }
#pragma endscop
}

double twice(double);
void lambda(int n, double *a, double *b) {
#pragma scop
  for (int i = 0; i < n; i++)
#ifndef FOLLOWED
    [&] { a[i] = b[i]; }();
#else
    a[i] = b[i];
#endif
#pragma endscop
}

void unsupported_statement(int n, double *a) {
#pragma scop
#ifndef FOLLOWED
  if (int k = n)
    a[0] = k;
#else
  int k = n;
  if (k)
    a[0] = k;
#endif
#pragma endscop
}

#ifndef FOLLOWED
template <typename T, int N> void template_(T (&a)[N]) {
#else
void template_(double *a, int N) {
#endif
#pragma scop
  for (int i = 0; i < N; i++)
    a[i] = 1;
#pragma endscop
}
#ifndef FOLLOWED
template void template_(double (&)[10]);
template void template_(double (&)[11]);
#endif

template <typename T> void template_unused(int n, T *a) {
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = 1;
#pragma endscop
}
#ifdef FOLLOWED
template void template_unused<double>(int, double *);
#endif

#ifndef FOLLOWED
constexpr
#endif
int constexpr_(int n) {
  int a[10] = {};
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma endscop
  return a[3];
}

void reference(int n, double *a) {
#pragma scop
  int k = 0;
  for (int i = 0; i < n; i++) {
#ifndef FOLLOWED
    double &x = a[k];
    k++;
    x = 1;
#else
    a[i] = 1;
    k++;
#endif
  }
#pragma endscop
}
