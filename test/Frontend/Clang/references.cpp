// RUN: not %stevedore --strict %s -o %t.cpp -- -std=c++17 2>&1 | FileCheck %s

// References to variables are known wherever they are bound.
void chosen(int n, int m, bool first) {
  int &r = first ? n : m;
#pragma scop
// CHECK: references.cpp:[[@LINE+1]]:{{.*}} error: 'n' decides about the region and may be changed by a store through 'r'
  for (int i = 0; i < n; i++)
    r = i;
#pragma endscop
}

void returned(int n, int *a) {
  int &r = [&]() -> int & { return n; }();
#pragma scop
// CHECK: references.cpp:[[@LINE+1]]:{{.*}} error: 'n' decides about the region and may be changed by a store through 'r'
  for (int i = 0; i < n; i++)
    a[i] = r = i;
#pragma endscop
}

struct Holder {
  int &value;
};

void member(int n) {
  Holder h{n};
#pragma scop
// CHECK: references.cpp:[[@LINE+1]]:{{.*}} error: 'n' decides about the region and may be changed by a store through 'h.value'
  for (int i = 0; i < n; i++)
    h.value = i;
#pragma endscop
}

void members(int n, Holder *h) {
#pragma scop
  for (int i = 0; i < n; i++)
// CHECK: references.cpp:[[@LINE+1]]:{{.*}} error: 'h[i].value' is reached through a pointer that is read from memory
    h[i].value = i;
#pragma endscop
}

struct Cell {
  double now;
  double next[4];
};

// Parts of elements have no text of their own.
void parts(int n, Cell *c) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: references.cpp:[[@LINE+1]]:{{.*}} error: reference 'x' is declared in the region
    double &x = c[i].now;
    x = 1;
  }
#pragma endscop
}

void temporary(int n, double *a, const float *b) {
#pragma scop
  for (int i = 0; i < n; i++) {
// CHECK: references.cpp:[[@LINE+1]]:{{.*}} error: reference 'x' is declared in the region
    const double &x = b[i];
    a[i] = x;
  }
#pragma endscop
}

// A store to the member that is the bound.
struct Counted {
  int n;
};

void bound(Counted s, double *a) {
#pragma scop
// CHECK: references.cpp:[[@LINE+1]]:{{.*}} error: loop bound 's.n' uses 's', which the region modifies
  for (int i = 0; i < s.n; i++) {
    int &x = s.n;
    x = i;
    a[i] = 1;
  }
#pragma endscop
}
