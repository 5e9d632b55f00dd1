// RUN: not %stevedore --strict %s -o %t.cpp -- -std=c++17 2>&1 | FileCheck %s

struct Holder {
  int &value;
};

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
