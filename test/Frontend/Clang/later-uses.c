// A variable that the function writes before it reads it behind the region is
// not observed there, whatever way is taken.
// RUN: %stevedore --print=scop %s -- 2>/dev/null | FileCheck %s

// CHECK-LABEL: # overwritten
// CHECK: liveOut: [{{a|"a"}}]
int overwritten(int n, int *a) {
  int last = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    last = a[i] = last + i;
#pragma endscop
  last = n;
  return last;
}

// CHECK-LABEL: # on_one_side
// CHECK: liveOut: [{{.*}}last
int on_one_side(int n, int *a) {
  int last = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    last = a[i] = last + i;
#pragma endscop
  if (n > 3)
    last = n;
  return last;
}

// CHECK-LABEL: # on_both_sides
// CHECK: liveOut: [{{a|"a"}}]
int on_both_sides(int n, int *a) {
  int last = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    last = a[i] = last + i;
#pragma endscop
  if (n == 9)
    return 1;
  if (n > 3)
    last = n;
  else
    last = 2;
  return last;
}

// CHECK-LABEL: # perhaps
// CHECK: liveOut: [{{.*}}last
int perhaps(int n, int *a) {
  int last = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    last = a[i] = last + i;
#pragma endscop
  while (n-- > 4)
    last = 1;
  return last;
}

// CHECK-LABEL: # again
// CHECK: liveOut: [{{a|"a"}}]
int again(int n, int *a) {
  int last;
  for (int t = 0; t < n; t++) {
    last = t;
#pragma scop
    for (int i = 0; i < n; i++)
      last = a[i] = last + i;
#pragma endscop
  }
  return n;
}

// CHECK-LABEL: # carried_on
// CHECK: liveOut: [{{.*}}last
int carried_on(int n, int *a) {
  int last = 0;
  for (int t = 0; t < n; t++) {
#pragma scop
    for (int i = 0; i < n; i++)
      last = a[i] = last + i;
#pragma endscop
    if (a[t] == 7)
      continue;
    last = 0;
  }
  return n;
}

// CHECK-LABEL: # left
// CHECK: liveOut: [{{.*}}last
int left(int n, int *a) {
  int last = 0;
  for (int t = 0; t < n; t++) {
    if (a[t]) {
#pragma scop
      for (int i = 0; i < n; i++)
        last = a[i] = last + i;
#pragma endscop
      if (a[t] == 7)
        break;
    }
    last = 0;
  }
  return last;
}

// CHECK-LABEL: # in_header
// CHECK: liveOut: [{{.*}}last
void in_header(int n, int *a) {
  for (int last = 0; last < n; last++) {
#pragma scop
    for (int i = 0; i < n; i++)
      last = a[i] = last + i;
#pragma endscop
  }
}
