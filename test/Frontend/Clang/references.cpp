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
// CHECK: references.cpp:[[@LINE+1]]:{{.*}} error: 'n' decides about the region and may be changed by a store through 'a'
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
