// Templates are instantiated in the file, or call functions of concrete types.
// RUN: %stevedore %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: %stevedore --strict -Werror=stevedore %s -o %t.cpp -- -DFOLLOWED
// RUN: FileCheck %s --check-prefix=DONE < %t.cpp
// DONE: STEVEDORE_GET(&{{.*}} * sizeof(T))
// DONE: /* compute */
// DONE: STEVEDORE_GET(&{{.*}} * sizeof(double))

template <typename T> void fill(int n, T *a, const T *b) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i] += b[j];
#pragma endscop
}
// CHECK: templates.cpp:{{.*}} warning: the region is in a template of which the file has no instance
// CHECK: note: instantiate the template in the file, 'template void f<double>(double *);', or write the kernel as a function of concrete types and call it from the template
#ifdef FOLLOWED
template void fill<double>(int, double *, const double *);

static void sum(double *a, const double *b, int n) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i] += b[j];
#pragma endscop
}
template <int N> void sums(double (&a)[N], const double (&b)[N]) {
  sum(a, b, N);
}
#else
template <int N> void sums(double (&a)[N], const double (&b)[N]) {
#pragma scop
// CHECK: templates.cpp:{{.*}} warning: the region is in a template whose instances differ in what they access or compute
// CHECK: note: write the kernel as a function of concrete types and call it from the template
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i] += b[j];
#pragma endscop
}
#endif
template void sums(double (&)[100], const double (&)[100]);
template void sums(double (&)[200], const double (&)[200]);
