// RUN: %stevedore --profitable=off --print=scop %s -- -std=c++17 2>&1 | FileCheck %s
// RUN: %stevedore --profitable=off %s -o %t.cpp -- -std=c++17
// RUN: FileCheck %s --check-prefix=NEW < %t.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only %t.cpp

// Values in memory are parameters wherever the way to them is the same in all
// iterations, and are tested not to be among what the region stores to.

struct Shape {
  int size[3];
  Shape *inner;
};

// CHECK-LABEL: # deref
// CHECK: domain: {{.*}}0 <= i < n }
// NEW-LABEL: void deref(
// NEW: {{n_[0-9]}} = *n
// NEW: stevedore_disjoint(a_lo, a_hi, n_2_lo, n_2_hi)
void deref(const int *n, int *a) {
  for (int i = 0; i < *n; i++)
    a[i] = i;
}

// Types tell the two apart.
// NEW-LABEL: void typed(
// NEW: if (T1 >= 1) {
void typed(const int *n, double *a) {
  for (int i = 0; i < *n; i++)
    a[i] = i;
}

// CHECK-LABEL: # way
// CHECK: domain: {{.*}}0 <= i < n and 0 <= j < s_inner_size_2
// NEW-LABEL: void way(
// NEW: {{s_inner_size_2.*}} = (((long long)(n) >= 1) ? s->inner->size[2] : 0)
void way(int n, const Shape *s, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < s->inner->size[2]; j++)
      a[i] += j;
}

// What is followed anyway exists.
// NEW-LABEL: void both(
// NEW: s_size_0 = s->size[0], s_size_1 = s->size[1];
void both(const Shape *s, double *a) {
  for (int i = 0; i < s->size[0]; i++)
    for (int j = 0; j < s->size[1]; j++)
      a[i] += j;
}

// So does `this`, and what a reference stands for.
struct Grid : Shape {
  // NEW-LABEL: void fill(
  // NEW: this_size_0 = this->size[0]
  void fill(int n, const Shape &other, double *a) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < size[0] + other.size[1]; j++)
        a[i] += j;
  }
};

// An element of the array itself is data.
// CHECK-LABEL: # itself
// CHECK: reads: {{.*}}a[0]
void itself(int n, int *a) {
  for (int i = 0; i < n; i++)
    a[i + 1] = i < a[0] ? a[i] : i;
}

// Who has the lambda expression may change what it captures by reference.
// NEW-LABEL: void kept(
// NEW: stevedore_disjoint(a_lo, a_hi, n_2_lo, n_2_hi)
void kept(int n, int *a) {
  auto run = [&] {
    for (int i = 0; i < n; i++)
      a[i] = i;
  };
  run();
}

// NEW-LABEL: void chosen(
// NEW: stevedore_disjoint(r_lo, r_hi, n_2_lo, n_2_hi)
void chosen(int n, int m, bool first) {
  int &r = first ? n : m;
  for (int i = 0; i < n; i++)
    r = i;
}

struct Holder {
  int &value;
};

// NEW-LABEL: void member(
// NEW: stevedore_disjoint(h_value_lo, h_value_hi, n_2_lo, n_2_hi)
void member(int n) {
  Holder h{n};
  for (int i = 0; i < n; i++)
    h.value = i;
}
