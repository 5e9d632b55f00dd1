// An argument of a call is what it is before the body changes anything: where the
// body moves a counter or a pointer whose address is given, too, or one in memory.
// What a default argument reads is no part of the call's text.
// RUN: %stevedore --profitable=off '--functions=^[^m]' %s -o %t.cpp -- -std=c++17
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %gcc -x c++ -std=c++17 -w %s -o %t.original -lstdc++ && %t.original > %t.expected
// RUN: %gcc -x c++ -std=c++17 -w -DSTEVEDORE_T1=3 -DSTEVEDORE_T2=2 %t.cpp -o %t.tiled -lstdc++ && %t.tiled | diff %t.expected -
// REQUIRES: gcc
#include <cstdio>

static void put(int place, int *end, int *list, int value) {
  *end += 1;
  list[place] = value;
}
static void emit(int *row, int *end, int value) {
  ++*end;
  row[0] = value;
}
static void push(int *place, int **end, int value) {
  (*end)++;
  *place = value;
}
struct Queue {
  int *next;
};
static void append(int *place, Queue *q, int value) {
  q->next++;
  *place = value;
}
struct Slot {
  int first, second;
  void set(int &used, int x) {
    used++;
    first = x;
    second = x + used;
  }
};

// CHECK-LABEL: void byNumber(
// CHECK: /* load */
void byNumber(int n, const int *b, int *out) {
  int end = 0;
  for (int i = 0; i < n; i++)
    put(end, &end, out, b[i]);
}
void byAddress(int n, const int *b, int *out) {
  int end = 0;
  for (int i = 0; i < n; i++)
    emit(&out[end], &end, b[i]);
}
void byPointer(int n, const int *b, int *out) {
  int *end = out;
  for (int i = 0; i < n; i++)
    push(end, &end, b[i]);
}
void byMember(int n, const int *b, int *out) {
  Queue q = {out};
  for (int i = 0; i < n; i++)
    append(q.next, &q, b[i]);
}
Slot slots[9];
void byObject(int n, const int *b, int *out) {
  int used = 0;
  for (int i = 0; i < n; i++)
    slots[used].set(used, b[i]);
  for (int i = 0; i < n; i++)
    out[i] = slots[i].first * 10 + slots[i].second;
}
int weight;
int weighted(int x, int by = weight) { return x * 10 + by; }
int counted(int x, int by = weight++) { return x * 10 + by; }
void byDefault(int n, const int *b, int *out) {
  for (int i = 0; i < n; i++) {
    weight += b[i];
    out[i] = weighted(b[i]);
  }
  for (int i = 0; i < n; i++)
    out[i] += counted(b[i]);
}
// CHECK-LABEL: int main(
int main() {
  void (*all[])(int, const int *, int *) = {byNumber, byAddress, byPointer,
                                            byMember, byObject, byDefault};
  for (auto *each : all) {
    int b[7] = {3, 1, 4, 1, 5, 9, 2}, out[8] = {};
    each(7, b, out);
    for (int x : out)
      std::printf("%d ", x);
    std::puts("");
  }
}
