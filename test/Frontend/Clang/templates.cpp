// RUN: %stevedore --strict %s -o %t.cpp -- -std=c++17
// RUN: FileCheck %s < %t.cpp
// RUN: not %stevedore --strict %s -o %t.cpp -- -std=c++17 -DREFUSED 2>&1 \
// RUN:     | FileCheck %s --check-prefix=REFUSED
// RUN: %stevedore --profitable=off -Rpass-missed=stevedore %s -o %t.cpp -- \
// RUN:     -std=c++17 -DDETECTED 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: FileCheck %s --check-prefix=NEW < %t.cpp

#if defined(DETECTED)
// The same in all instances.
template <typename T> void found(int n, T *a) {
// NEW: STEVEDORE_PUT(&a[{{.*}} * sizeof(T))
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
template void found<float>(int, float *);
template void found<int>(int, int *);

template <typename T> void missed(T *a) {
// NEW: missed
// NEW: {{^}}  for (int i = 0; i < int(sizeof(T)); i++)
// MISSED: templates.cpp:[[@LINE+1]]:{{.*}} remark: {{.*}}the region is in a template whose instances differ
  for (int i = 0; i < int(sizeof(T)); i++)
    a[i] = 1;
}
template void missed<float>(float *);
template void missed<double>(double *);
#elif !defined(REFUSED)
// CHECK: T *a_local = (T *)STEVEDORE_ALLOC(
template <typename T, typename S> void sums(int n, T *a, const S *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
    T sum = 0;
    for (int j = 0; j < n; j++)
      sum += T(b[j]) * (T)2;
    a[i] = sum;
  }
#pragma endscop
}
void use(float *a, double *b, int *c) {
  sums(10, a, b);
  sums(10, b, c);
}
#else
// One of them is not affine.
template <typename T> void index(int n, double *a, T k) {
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: templates.cpp:[[@LINE+1]]:{{.*}} error: subscript
    a[(int)(i + k)] = 1;
#pragma endscop
}
template void index<int>(int, double *, int);
template void index<double>(int, double *, double);

// Two functions of one name.
double of(float x) { return x; }
double of(double x) { static double last; return last = x; }
template <typename T> void overloads(int n, T *a) {
#pragma scop
  for (int i = 0; i < n; i++)
// REFUSED: templates.cpp:[[@LINE+1]]:{{.*}} error: call of 'of', which may have side effects
    a[i] = of(a[i]);
#pragma endscop
}
template void overloads<float>(int, float *);
template void overloads<double>(int, double *);

struct A { static constexpr int value = 3; };
struct B { static constexpr int value = 4; };
template <typename T> void constants(int n, double *a) {
// REFUSED: templates.cpp:[[@LINE+2]]:{{.*}} error: the region is in a template whose instances differ
#pragma scop
  for (int i = 0; i < n; i++)
    a[i + T::value] = 1;
#pragma endscop
}
template void constants<A>(int, double *);
template void constants<B>(int, double *);
#endif
